-- Walk tests: a person stands, sits and lies before a camera, and the camera says what it saw. Requirement REAL-11.
create table walk_test (
  tenant_id   uuid not null,
  id          uuid not null default uuidv7(),
  camera_id   uuid not null,
  user_id     uuid not null,
  -- Names stay when users go.
  user_name   text not null check (user_name <> ''),
  started_at  timestamptz(3) not null,
  ends_at     timestamptz(3) not null,
  -- The tester's phone asked last: a test without a phone ends.
  looked_at   timestamptz(3) not null,
  ended_at    timestamptz(3),
  -- Only a finished test is a certificate.
  end_reason  text check (end_reason in ('finished', 'cancelled', 'time', 'away', 'replaced')),
  steps       jsonb not null default '[]',
  -- Marks of what the test rests on: the bed, the camera, the hub's program, and what may be shown of the room.
  basis       jsonb not null,
  hub_version text,
  -- JPEG as the camera's privacy allowed; of the newest certificate of a camera alone.
  picture     bytea check (octet_length(picture) <= 300000),
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (ends_at > started_at),
  check ((ended_at is null) = (end_reason is null))
);
create unique index walk_test_running on walk_test (tenant_id, camera_id) where ended_at is null;
-- Serves the newest certificate of a camera.
create index walk_test_by_camera on walk_test (tenant_id, camera_id, started_at desc);
select isolate('walk_test');
