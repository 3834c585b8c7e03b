/** Version of the tables and of the payloads that this code writes. */
export const FORMAT_VERSION = 2

/**
 * What is kept of each generation so that no reader needs all of its events, see `core/outline.ts`: how far it goes and
 * what is still open, heads of turns, spans in blocks, sums by quarter of an hour. Any of it can be made again from the events.
 */
const OUTLINE_SCHEMA = `
create table outline (generation integer primary key, version integer not null, seq integer not null, tail text not null);
create table turn (generation integer not null, number integer not null, head text not null, primary key (generation, number)) without rowid;
create table span_block (
  generation integer not null, number integer not null, spans blob not null, primary key (generation, number)
);
create table usage_slot (
  generation integer not null, slot integer not null, model text not null, calls integer not null, input_tokens integer,
  output_tokens integer, cache_read_tokens integer, cache_creation_tokens integer, cost_usd real,
  primary key (generation, slot, model)
) without rowid;
`

/**
 * What format 2 adds to format 1: the outline, and which lines repeat an earlier part of their session (`session/load` of the
 * Agent Client Protocol tells all of it again), which give no events however they are read.
 */
export const FORMAT_2: string = `${OUTLINE_SCHEMA}
alter table line add column repeated integer not null default 0;
`

/**
 * The tables of format 2. Integers name tasks and runs inside, so that keys stay short. `event.id` is the key of
 * `event-key.ts`, so that a page is one range of neighbours: as a rowid it makes a file 29 % smaller than a
 * WITHOUT ROWID table of (task, generation, seq) and a page as fast (200,000 rows of 800 bytes, SQLite 3.53). Large
 * columns stand last, so that a scan does not read through them. Only one generation of a task is stored, so an event's
 * identity needs none. `title_key` is the title in small letters: SQLite folds the case of ASCII only.
 */
export const SCHEMA: string = `
create table meta (key text primary key, value text not null) without rowid;
create table task (
  num integer primary key, id text not null unique, title text, title_origin text, title_key text, protocol text not null,
  created_at integer not null, last_at integer, generation integer not null,
  last_seq integer not null default 0, status text not null default 'starting', harness text,
  fold_version integer not null default 0, state text
);
create index task_age on task (created_at, id);
create table run (
  num integer primary key, id text not null unique, task integer not null references task, ordinal integer not null,
  protocol text not null, command text not null, cwd text, created_at integer not null, started_at integer,
  ended_at integer, exit_code integer, signal text, stopped_by text, folder text, complete integer not null default 0
);
create index run_task on run (task, ordinal);
create index run_open on run (complete) where complete = 0;
create table cursor (run integer primary key references run, position integer not null);
create table lease (run integer primary key references run, token text not null, owner text not null, expires_at integer not null);
create table line (
  run integer not null, offset integer not null, ts integer not null, encoding integer not null,
  cut integer not null default 0, attachments text, source blob not null
);
create unique index line_place on line (run, offset);
create table event (
  id integer primary key, ts integer not null, ts_kind text not null, type text not null, hidden integer not null,
  run integer not null, line integer, position integer not null, call_id text, format integer not null, payload text not null
);
create unique index event_identity on event (run, line, position) where line is not null;
create index event_call on event (run, call_id) where type = 'tool.call';
create table attachment (id text primary key, media_type text, bytes blob not null);
create table attachment_use (task integer not null, attachment text not null, primary key (task, attachment)) without rowid;
create index attachment_user on attachment_use (attachment);
${FORMAT_2}`
