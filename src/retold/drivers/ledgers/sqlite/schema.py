"""The tables, version by version, and the numbers that stand for names in them.

Every row belongs to an owner: the integer key of a tenant's user. Keys of turns and units are
handed out in the order of writing, so `ORDER BY key` is the order things were recorded.
Times are UTC microseconds in `…_at`, beside the zone they were given in, in `…_zone`.
The empty text in `agent` and `session` means that none was named.
"""

from __future__ import annotations

from retold.records import Corpus

# "Rtld" in ASCII: how a file is known to be Retold's, in the header's application id.
APPLICATION_ID = 0x52746C64

# 0 and 1 take no room in an SQLite record.
CORPUS_CODES = {Corpus.UNITS: 0, Corpus.TURNS: 1}

VERSION_1 = """
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;

-- `revision` counts transactions that changed units, so that a decision can be tied to what was
-- read. `removals` counts losses of vectors, so that readers know when their copy is stale.
CREATE TABLE owners (
    key INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    user TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    removals INTEGER NOT NULL DEFAULT 0,
    UNIQUE (tenant, user)
) STRICT;

CREATE TABLE turns (
    key INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES owners (key),
    id TEXT NOT NULL,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    position INTEGER NOT NULL,
    length INTEGER NOT NULL,
    speaker TEXT NOT NULL,
    role TEXT NOT NULL,
    is_question INTEGER NOT NULL,
    dated INTEGER NOT NULL,
    origin TEXT NOT NULL,
    occurred_at INTEGER NOT NULL,
    occurred_zone TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    recorded_zone TEXT NOT NULL,
    text TEXT NOT NULL,
    attachments TEXT NOT NULL,
    metadata TEXT NOT NULL,
    tokens TEXT NOT NULL,
    UNIQUE (owner, id),
    UNIQUE (owner, session, position)
) STRICT;
-- Holds all that keyword search asks of an item, so that the wide rows are left alone.
CREATE INDEX turns_by_owner ON turns (owner, key, agent, session, length, id);

-- `details` is JSON of the fields that no statement asks for; see rows.py.
CREATE TABLE units (
    key INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES owners (key),
    id TEXT NOT NULL,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    state TEXT NOT NULL,
    length INTEGER NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    slot TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    created_zone TEXT NOT NULL,
    accessed_at INTEGER,
    accessed_zone TEXT,
    access_count INTEGER NOT NULL,
    content TEXT NOT NULL,
    first_person TEXT NOT NULL,
    details TEXT NOT NULL,
    tokens TEXT NOT NULL,
    UNIQUE (owner, id)
) STRICT;
CREATE INDEX units_by_owner ON units (owner, key, agent, session, state, length, id);
CREATE INDEX units_by_slot ON units (owner, subject, slot);
CREATE INDEX units_by_fingerprint ON units (owner, fingerprint);

-- The turn is named by its id: an imported unit may rest on a turn that is not here.
CREATE TABLE sources (
    unit INTEGER NOT NULL REFERENCES units (key) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    owner INTEGER NOT NULL,
    turn_id TEXT NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    PRIMARY KEY (unit, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_by_turn ON sources (owner, turn_id);

CREATE TABLE history (
    key INTEGER PRIMARY KEY,
    unit INTEGER NOT NULL REFERENCES units (key) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    zone TEXT NOT NULL,
    event TEXT NOT NULL,
    content TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    turn_id TEXT,
    other_id TEXT
) STRICT;
CREATE INDEX history_by_unit ON history (unit);

CREATE TABLE tombstones (
    owner INTEGER NOT NULL REFERENCES owners (key),
    digest TEXT NOT NULL,
    at INTEGER NOT NULL,
    zone TEXT NOT NULL,
    PRIMARY KEY (owner, digest)
) STRICT, WITHOUT ROWID;

CREATE TABLE receipts (
    owner INTEGER NOT NULL REFERENCES owners (key),
    name TEXT NOT NULL,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    at INTEGER NOT NULL,
    zone TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (owner, name, agent, session)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
    key INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES owners (key),
    id TEXT NOT NULL,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    created_zone TEXT NOT NULL,
    last_error TEXT NOT NULL,
    UNIQUE (owner, id)
) STRICT;

-- One row a token and item. The owner leads the key: a user's postings lie together, and no
-- search touches another user's.
CREATE TABLE postings (
    owner INTEGER NOT NULL,
    corpus INTEGER NOT NULL,
    token TEXT NOT NULL,
    item INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (owner, corpus, token, item)
) STRICT, WITHOUT ROWID;

-- Sums that ranking needs, kept with every write so that nothing is scanned for them.
CREATE TABLE totals (
    owner INTEGER NOT NULL,
    corpus INTEGER NOT NULL,
    session TEXT NOT NULL,
    agent TEXT NOT NULL,
    state TEXT NOT NULL,
    items INTEGER NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (owner, corpus, session, agent, state)
) STRICT, WITHOUT ROWID;

CREATE TABLE models (
    key INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    dimensions INTEGER NOT NULL
) STRICT;

CREATE TABLE vectors (
    key INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES owners (key),
    corpus INTEGER NOT NULL,
    model INTEGER NOT NULL REFERENCES models (key),
    item INTEGER NOT NULL,
    part INTEGER NOT NULL,
    change INTEGER NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (item, corpus, model, part)
) STRICT;
CREATE INDEX vectors_by_change ON vectors (owner, corpus, model, change);

-- How many items of an owner have vectors of a model: equal to their number when none is lacking.
CREATE TABLE embedded (
    owner INTEGER NOT NULL,
    corpus INTEGER NOT NULL,
    model INTEGER NOT NULL,
    items INTEGER NOT NULL,
    PRIMARY KEY (owner, corpus, model)
) STRICT, WITHOUT ROWID;

-- What the planner should expect, instead of what a young file looks like: an owner has a
-- thousand rows of everything. It keeps every statement on the same plan in every file.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('turns', 'sqlite_autoindex_turns_1', '100000 1000 1'),
    ('turns', 'sqlite_autoindex_turns_2', '100000 1000 500 1'),
    ('turns', 'turns_by_owner', '100000 1000 1 1 1 1 1'),
    ('units', 'sqlite_autoindex_units_1', '100000 1000 1'),
    ('units', 'units_by_owner', '100000 1000 1 1 1 1 1 1'),
    ('units', 'units_by_slot', '100000 1000 200 5'),
    ('units', 'units_by_fingerprint', '100000 1000 2'),
    ('sources', 'sources', '100000 2 1'),
    ('sources', 'sources_by_turn', '100000 1000 2'),
    ('history', 'history_by_unit', '200000 2'),
    ('postings', 'postings', '2000000 20000 10000 20 1'),
    ('vectors', 'sqlite_autoindex_vectors_1', '200000 4 2 2 1'),
    ('vectors', 'vectors_by_change', '200000 2000 1000 1000 2');
ANALYZE sqlite_schema;
"""

VERSION_2 = """
-- UTC days since 1970 on which a user's turns were said: the time that counts for forgetting.
CREATE TABLE days (
    owner INTEGER NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (owner, day)
) STRICT, WITHOUT ROWID;
INSERT INTO days SELECT DISTINCT owner, floor(occurred_at / 86400e6) FROM turns;

-- What one process at a time may hold.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('days', 'days', '100000 300 1');
ANALYZE sqlite_schema;
"""

VERSION_4 = """
-- Sessions of which the user asked that nothing be kept.
CREATE TABLE silences (
    owner INTEGER NOT NULL REFERENCES owners (key),
    session TEXT NOT NULL,
    PRIMARY KEY (owner, session)
) STRICT, WITHOUT ROWID;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('silences', 'silences', '1000 10 1');
ANALYZE sqlite_schema;
"""

VERSION_5 = """
-- The number of a session and an agent among those of an owner and corpus; postings carry it.
ALTER TABLE totals ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
UPDATE totals SET place=numbered.place FROM (
    SELECT owner, corpus, session, agent,
        row_number() OVER (PARTITION BY owner, corpus ORDER BY session, agent) AS place
    FROM (SELECT DISTINCT owner, corpus, session, agent FROM totals)
) AS numbered
WHERE totals.owner=numbered.owner AND totals.corpus=numbered.corpus
    AND totals.session=numbered.session AND totals.agent=numbered.agent;

-- Many entries a row, for reading a row costs more than all else. `entries` are what ranking asks
-- of each item that holds the token, in the order of their keys; see entries.py. `first` is no
-- greater than the first of these keys, and greater than the last of the row before.
ALTER TABLE postings RENAME TO single_postings;
CREATE TABLE postings (
    owner INTEGER NOT NULL,
    corpus INTEGER NOT NULL,
    token TEXT NOT NULL,
    first INTEGER NOT NULL,
    entries BLOB NOT NULL,
    PRIMARY KEY (owner, corpus, token, first)
) STRICT, WITHOUT ROWID;

-- Finds the units that a search leaves out, or the few that it is for.
CREATE INDEX units_by_state ON units (owner, state, key, agent, session);

DELETE FROM sqlite_stat1 WHERE tbl IN ('postings', 'single_postings');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('postings', 'postings', '500000 5000 2500 4 1'),
    ('units', 'units_by_state', '100000 1000 200 1 1 1');
ANALYZE sqlite_schema;
"""
