-- Numbers that tell one opening of the store from every other: an owner's token is never given again.
CREATE SEQUENCE tokens;

-- The processes that have the store open. One that is not here, or has expired, owns nothing any more.
CREATE TABLE owners (
    name    text PRIMARY KEY,
    token   bigint NOT NULL UNIQUE,
    expires timestamptz NOT NULL
);

-- One row a trip: all that changes with every commit. The outstanding calls are five arrays of one length.
CREATE TABLE trips (
    key            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id             bytea NOT NULL UNIQUE,
    seq            bigint NOT NULL DEFAULT 0,
    chain          bytea NOT NULL DEFAULT '',
    turns          bigint NOT NULL DEFAULT 0,
    call_ids       bytea[] NOT NULL DEFAULT '{}',
    call_names     bytea[] NOT NULL DEFAULT '{}',
    call_arguments bytea[] NOT NULL DEFAULT '{}',
    call_times     bigint[] NOT NULL DEFAULT '{}',
    call_keys      bytea[] NOT NULL DEFAULT '{}',
    queue          bytea[] NOT NULL DEFAULT '{}',
    pending        boolean NOT NULL DEFAULT false,
    owner          bigint, -- the token of who works on it, while something is pending
    revision       bigint NOT NULL DEFAULT 0, -- drawn anew by every change of the row
    touched        timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 70);

CREATE INDEX trips_pending ON trips (id) WHERE pending;

-- The log. The header is the record of seq 0.
CREATE TABLE events (
    trip  bigint NOT NULL REFERENCES trips (key) ON DELETE CASCADE,
    seq   bigint NOT NULL,
    event bytea NOT NULL,
    chain bytea NOT NULL,
    PRIMARY KEY (trip, seq)
);

-- The snapshots of ended turns that are kept, and the newest one where it is not one of them.
CREATE TABLE snapshots (
    trip     bigint NOT NULL REFERENCES trips (key) ON DELETE CASCADE,
    seq      bigint NOT NULL,
    kept     boolean NOT NULL,
    snapshot bytea NOT NULL,
    made     timestamptz NOT NULL,
    PRIMARY KEY (trip, seq, kept)
);
