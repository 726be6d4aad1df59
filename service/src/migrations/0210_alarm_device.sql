-- Devices on which alarms are answered, and whether a person has seen and heard a test alarm there. Requirements
-- ALARM-03, PROOF-01. Written by identity/device.

create table alarm_device (
  tenant_id   uuid not null,
  id          uuid not null default uuidv7(),
  user_id     uuid not null,
  -- The random name that the browser has given itself; also that of its registration for push, if it has one.
  device      text not null check (length(device) between 1 and 200),
  kind        text not null check (kind in ('web', 'mobile')),
  user_agent  text not null default '',
  push        text not null check (push in ('on', 'off', 'refused', 'impossible')),
  -- {sound, notification, install}: 'done', 'skipped' or 'impossible'. Null: nobody was led through.
  steps       jsonb,
  proven_at   timestamptz(3),
  -- The account on which it was confirmed; the name stays when it changes.
  proven_by   uuid,
  proven_by_name text,
  -- The session in which the device was used last.
  session_id  uuid,
  seen_at     timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade,
  check ((proven_at is null) = (proven_by is null) and (proven_at is null) = (proven_by_name is null))
);
create unique index alarm_device_of_user on alarm_device (tenant_id, user_id, device);
-- Serves the list of signed-in devices.
create index alarm_device_of_session on alarm_device (session_id) where session_id is not null;
select isolate('alarm_device');
