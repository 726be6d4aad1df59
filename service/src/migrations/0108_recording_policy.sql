-- What a site says about keeping its recordings, as a form edits it. Requirement REC-05.
alter table tenant
  add column retention_version integer not null default 1,
  add column retention_edited_by text,
  add column retention_edited_at timestamptz(3),
  -- When recordings were last removed before their time, because the disk of the service was full; null: never.
  add column recordings_shortened_at timestamptz(3);
-- Serves making room on a full disk: the oldest of all sites that may go.
create index recording_oldest on recording (started_at) where not is_archived;
