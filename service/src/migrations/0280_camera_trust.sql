-- Up to now every password was sent as the camera asked for it, and every certificate was taken: those cameras go on.
alter table camera
  add column is_basic_allowed boolean not null default false,
  add column certificate text check (certificate ~ '^(unchecked|[0-9A-F]{64})$');
update camera set is_basic_allowed = username is not null,
  certificate = case when stream_url like 'rtsps:%' then 'unchecked' end;
