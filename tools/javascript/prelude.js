// Run in every fresh machine before the script. It makes the local time zone UTC, because goja
// would take the host's, and defines the operator guards that need to look at BigInts.
(function (costOfPower, costOfShift, checks) {
  'use strict';
  const hide = (object, name, value) =>
    Object.defineProperty(object, name, { value, writable: true, enumerable: false, configurable: true });

  // No code from text, also not by way of a function's constructor.
  const Maker = function () {
    throw new TypeError('code cannot be made from text');
  };
  Maker.prototype = Function.prototype;
  for (const f of [function () {}, function* () {}, async function () {}]) {
    Object.defineProperty(Object.getPrototypeOf(f), 'constructor', { value: Maker, writable: false, configurable: false });
  }
  hide(globalThis, 'Function', Maker);
  delete ArrayBuffer.prototype.constructor;

  const isObject = (x) => (typeof x === 'object' && x !== null) || typeof x === 'function';
  const primitive = (x) => {
    if (!isObject(x)) return x;
    const value = x.valueOf();
    return isObject(value) ? +x : value; // + refuses a BigInt, so none comes in unseen
  };
  const fixed = (name, value) => Object.defineProperty(globalThis, name, { value });
  fixed(' power', (a, b) => {
    a = primitive(a);
    b = primitive(b);
    if (typeof b === 'bigint') costOfPower(a, b);
    return a ** b;
  });
  fixed(' shift', (a, b) => {
    a = primitive(a);
    b = primitive(b);
    if (typeof b === 'bigint') costOfShift(a, b);
    return a << b;
  });
  fixed(' unshift', (a, b) => {
    a = primitive(a);
    b = primitive(b);
    if (typeof b === 'bigint') costOfShift(a, b);
    return a >> b;
  });
  fixed(' once', (b) => {
    b = primitive(b);
    if (typeof b === 'bigint') throw new RangeError('write a = a ** b or a = a << b for a BigInt');
    return b;
  });

  const tooLarge = () => {
    throw new RangeError('the result would be too large');
  };
  const operand = (x) => {
    if (!isObject(x)) return x;
    const exotic = x[Symbol.toPrimitive];
    let value = exotic === undefined || exotic === null ? x.valueOf() : exotic.call(x, 'default');
    if (isObject(value)) value = x.toString();
    if (isObject(value)) throw new TypeError('an object cannot be added');
    return value;
  };
  fixed(' piece', (x, most) => {
    x = operand(x);
    if (typeof x === 'string' && x.length > most) tooLarge();
    return x;
  });
  fixed(' part', (x, most) => {
    x = `${x}`;
    if (x.length > most) tooLarge();
    return x;
  });

  const Host = Date;
  const proto = Host.prototype;
  const utc = Host.UTC;
  const parse = Host.parse;
  const offset = proto.getTimezoneOffset;
  const stamp = proto.toUTCString;
  for (const part of ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    hide(proto, 'get' + part, proto['getUTC' + part]);
    hide(proto, 'set' + part, proto['setUTC' + part]);
  }
  hide(proto, 'getDay', proto.getUTCDay);
  hide(proto, 'getTimezoneOffset', function getTimezoneOffset() {
    return this.getTime() * 0;
  });

  const bad = 'Invalid Date';
  const format = (name, make) =>
    hide(proto, name, function () {
      if (isNaN(this.getTime())) return bad;
      const [, weekday, day, month, year, clock] = /^(\w+), (\d+) (\w+) (-?\d+) ([\d:]+)/.exec(stamp.call(this));
      return make({ weekday, day, month, year, clock }, this);
    });
  const date = (p) => `${p.weekday} ${p.month} ${p.day} ${p.year}`;
  const time = (p) => `${p.clock} GMT+0000 (UTC)`;
  const localDate = (p, d) => `${d.getUTCMonth() + 1}/${d.getUTCDate()}/${d.getUTCFullYear()}`;
  const localTime = (p, d) => `${d.getUTCHours() % 12 || 12}${p.clock.slice(2)} ${d.getUTCHours() < 12 ? 'AM' : 'PM'}`;
  format('toDateString', date);
  format('toTimeString', time);
  format('toString', (p) => `${date(p)} ${time(p)}`);
  format('toLocaleDateString', localDate);
  format('toLocaleTimeString', localTime);
  format('toLocaleString', (p, d) => `${localDate(p, d)}, ${localTime(p, d)}`);

  const construct = Reflect.construct;
  const isoLocal = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/;
  const zoned = /^[+-]?\d{4,6}(-\d\d(-\d\d)?)?$|Z$|GMT|UTC|[+-]\d\d:?\d\d(\s*\(.*\))?$/;
  const read = (text) => {
    text = String(text).trim();
    if (isoLocal.test(text)) return parse(text + 'Z');
    const at = parse(text);
    if (zoned.test(text) || isNaN(at)) return at;
    return at - offset.call(new Host(at)) * 60000;
  };
  hide(Host, 'parse', function parse(text) {
    return read(text);
  });
  const components = (args) => {
    if (args.length > 1) return [utc(...args)];
    if (args.length === 1 && typeof args[0] === 'string') return [read(args[0])];
    return args;
  };

  // A constructor that looks at its arguments before the original sees them.
  const stand = (name, checked, call) => {
    const Original = globalThis[name];
    const Stand = function (...args) {
      if (!new.target) return call(Original, checked(args));
      return construct(Original, checked(args), new.target === Stand ? Original : new.target);
    };
    Object.defineProperties(Stand, Object.getOwnPropertyDescriptors(Original));
    Object.setPrototypeOf(Stand, Object.getPrototypeOf(Original));
    hide(Original.prototype, 'constructor', Stand);
    hide(globalThis, name, Stand);
  };
  stand('Date', components, (Original) => new Original().toString());
  for (const name of Object.keys(checks)) {
    stand(name, (args) => checks[name](...args), (Original, args) => Original(...args));
  }
})
