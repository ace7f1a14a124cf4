// Run once, before every script: the machines of all scripts start from a snapshot of what this leaves.
// It takes away what would let a script depend on more than its text and its time, offers console.log,
// and hands out the functions by which the host begins a script and reads what became of it. They use
// the built-in functions as they are now: a script that replaces them later harms itself only.
(() => {
  'use strict';
  const { Object, Math, JSON, Array, String, Error, InternalError } = globalThis;
  const { keys, defineProperty, getPrototypeOf } = Object;
  const { stringify, parse } = JSON;
  const { isArray } = Array;
  const method = Function.prototype.bind.bind(Function.prototype.call); // a method as a function of its object

  // No asynchronous code, and none that is made from text: what was proposed is what runs.
  delete globalThis.eval;
  delete globalThis.queueMicrotask;
  const Maker = function () {
    throw new TypeError('code cannot be made from text');
  };
  Maker.prototype = Function.prototype;
  for (const f of [function () {}, function* () {}]) {
    defineProperty(getPrototypeOf(f), 'constructor', { value: Maker, writable: false, configurable: false });
  }
  defineProperty(globalThis, 'Function', { value: Maker, writable: true, enumerable: false, configurable: true });

  // Math.random is sfc32 with the seed of the call.
  let [a, b, c, d] = [0, 0, 0, 0];
  defineProperty(Math, 'random', {
    value: function random() {
      const t = (((a + b) | 0) + d) | 0;
      d = (d + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = ((c << 21) | (c >>> 11)) + t | 0;
      return (t >>> 0) / 4294967296;
    },
    writable: true, enumerable: false, configurable: true,
  });

  // What an object is, whatever its prototype says: only an object of the kind does not make ask throw.
  const kind = (ask) => (v) => {
    try {
      ask(v);
      return true;
    } catch {
      return false;
    }
  };
  const getter = (prototype, name) => method(Object.getOwnPropertyDescriptor(prototype, name).get);
  const time = method(Date.prototype.getTime);
  const iso = method(Date.prototype.toISOString);
  const eachOfMap = method(Map.prototype.forEach);
  const eachOfSet = method(Set.prototype.forEach);
  const source = method(RegExp.prototype.toString);
  const hex = ((toString) => (n) => toString(n, 16))(method(BigInt.prototype.toString));
  const wellFormed = method(String.prototype.toWellFormed);
  const slice = method(String.prototype.slice);
  const unboxed = [Number, String, Boolean, BigInt, Symbol].map((box) => method(box.prototype.valueOf));
  const isBoxed = unboxed.map(kind);
  const isDate = kind(time);
  const isMap = kind(getter(Map.prototype, 'size'));
  const isSet = kind(getter(Set.prototype, 'size'));
  const isRegExp = kind(getter(RegExp.prototype, 'hasIndices'));
  const typedName = getter(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);

  const quote = (text) => stringify(wellFormed(text));
  const tooDeep = 32;
  const maxOddities = 5;
  const maxLines = 200;
  const maxErrorChars = 500;
  const maxStackChars = 4000;

  // write returns the JSON of a value of at most so many characters. JSON cannot say everything: odd
  // gets what is written as null, and where.
  const write = (whole, most, odd) => {
    let out = '';
    const put = (text) => {
      if (text.length > most - out.length) throw new RangeError('the value is too large; return less of it');
      out += text;
    };
    const oddity = (what, where) => {
      if (odd.length < maxOddities) odd[odd.length] = { what, where };
      put('null');
    };
    const list = (length, item, where, outer) => {
      if (length > most) put({ length });
      put('[');
      for (let i = 0; i < length; i++) {
        if (i > 0) put(',');
        value(item(i), `${where}[${i}]`, outer);
      }
      put(']');
    };
    const collected = (each, v, item) => {
      const items = [];
      each(v, (x, key) => {
        defineProperty(items, items.length, { value: item(x, key) });
      });
      return items;
    };
    const members = (v, where, outer) => {
      put('{');
      let first = true;
      const names = keys(v);
      for (let i = 0; i < names.length; i++) {
        const member = v[names[i]];
        if (member === undefined || typeof member === 'function') continue;
        if (!first) put(',');
        first = false;
        put(quote(names[i]));
        put(':');
        value(member, `${where}.${names[i]}`, outer);
      }
      put('}');
    };
    const object = (v, where, outer) => {
      let depth = 1;
      for (let o = outer; o !== undefined; o = o.outer) {
        if (o.object === v) throw new RangeError('the value contains itself');
        if (++depth > tooDeep) throw new RangeError('the value is nested too deeply');
      }
      const here = { object: v, outer };
      if (isArray(v)) return list(v.length, (i) => v[i], where, here);
      if (isDate(v)) return time(v) === time(v) ? put(quote(iso(v))) : oddity('an invalid date', where);
      if (isRegExp(v)) return put(quote(source(v)));
      if (v instanceof Error) return put(quote(`${v}`));
      for (let i = 0; i < isBoxed.length; i++) if (isBoxed[i](v)) return value(unboxed[i](v), where, outer);
      if (isMap(v)) {
        const pairs = collected(eachOfMap, v, (x, key) => [key, x]);
        return list(pairs.length, (i) => pairs[i], where, here);
      }
      if (isSet(v)) {
        const items = collected(eachOfSet, v, (x) => x);
        return list(items.length, (i) => items[i], where, here);
      }
      if (typedName(v) !== undefined) return list(v.length, (i) => v[i], where, here);
      if (typeof v.toJSON === 'function') return value(v.toJSON(), where, here);
      members(v, where, here);
    };
    const value = (v, where, outer) => {
      switch (typeof v) {
        case 'undefined': return oddity('undefined', where);
        case 'symbol': return oddity('a symbol', where);
        case 'function': return oddity('a function', where);
        case 'number': return v - v === 0 ? put(`${v}`) : oddity(`${v}`, where);
        case 'bigint': return put(hex(v).length > most ? hex(v) : `"${v}"`); // decimal digits are more, and slow
        case 'string': return v.length > most ? put(v) : put(quote(v));
        case 'boolean': return put(`${v}`);
      }
      return v === null ? put('null') : object(v, where, outer);
    };
    value(whole, '$', undefined);
    return out;
  };

  // note says what the null of a result stands for.
  const note = (odd) => {
    if (odd.length === 1 && odd[0].where === '$') return `the value is ${odd[0].what}`;
    let text = '';
    for (let i = 0; i < odd.length; i++) text += `${i > 0 ? ', ' : ''}${odd[i].what} at ${odd[i].where}`;
    return text && `written as null: ${text}`;
  };

  // printed is one argument of console.log: a text as it is, a number as JavaScript says it, anything
  // else as JSON where it has such a form.
  const printed = (v) => {
    if (typeof v === 'symbol') return String(v);
    if (typeof v !== 'object' || v === null) return `${v}`;
    if (v instanceof Error) return `${v}`;
    try {
      return write(v, charsLeft, []);
    } catch (e) {
      return `(${e instanceof RangeError ? e.message : 'a value that cannot be written'})`;
    }
  };
  let lines = '';
  let count = 0;
  let charsLeft = 0;
  const print = (...values) => {
    if (charsLeft < 0) return;
    let line = '';
    for (let i = 0; i < values.length; i++) line += (i > 0 ? ' ' : '') + printed(values[i]);
    charsLeft -= line.length;
    if (++count > maxLines) charsLeft = -1;
    if (charsLeft < 0) line = '(more was printed and left out)';
    lines += (lines && ',') + quote(line);
  };
  globalThis.console = { log: print, info: print, warn: print, error: print, debug: print };

  let maxResultChars = 0;
  const begin = (options) => {
    const o = parse(options);
    [a, b, c, d] = o.seed;
    maxResultChars = o.resultChars;
    charsLeft = o.consoleChars;
  };

  const tell = (v) => {
    const odd = [];
    const result = write(v, maxResultChars, odd);
    return `{"result":${result},"note":${quote(note(odd))},"console":[${lines}]}`;
  };

  // The classes of errors that a model is told.
  const reasons = [
    [SyntaxError, 'syntax'], [ReferenceError, 'reference'], [TypeError, 'type'], [RangeError, 'range'],
    [InternalError, 'range'],
  ];
  const explain = (e) => {
    let reason = '', text = 'uncaught object', stack = '';
    try {
      if (e instanceof InternalError && e.message === 'out of memory') {
        reason = 'memory';
        text = 'the script needs too much memory';
      } else if (e instanceof Error) {
        for (let i = 0; i < reasons.length; i++) if (e instanceof reasons[i][0]) reason = reasons[i][1];
        text = `${e}`;
      } else if (e === null || (typeof e !== 'object' && typeof e !== 'function')) {
        text = `uncaught ${String(e)}`;
      }
      if (typeof e.stack === 'string') stack = slice(e.stack, 0, maxStackChars);
    } catch {
      // what the script made of its error cannot be read
    }
    if (text.length > maxErrorChars) text = slice(text, 0, maxErrorChars) + '…';
    return `{"error":${quote(text)},"reason":"${reason}","stack":${quote(stack)},"console":[${lines}]}`;
  };

  return { begin, tell, explain };
})();
