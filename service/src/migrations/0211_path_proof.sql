-- The hourly proof that an alert of each camera would arrive: the last passage by step, and gaps. Requirement PROOF-01.
-- Nothing here is an alert: no list, count, report, sound or escalation reads these tables.

-- The last test incident of a camera. One row a camera, written over each hour. Written by fleet/hub (raised, stored)
-- and alerting/notification (chosen, gap).
create table path_proof (
  tenant_id  uuid not null,
  camera_id  uuid not null,
  -- By the hub's clock: its worker raised it while pictures came.
  raised_at  timestamptz(3) not null,
  stored_at  timestamptz(3) not null,
  -- The same code as for an alert worked out the recipients; null: not yet, since the first one.
  chosen_at  timestamptz(3),
  recipients integer,
  -- Of the incident that passed all of these steps last.
  passed_at  timestamptz(3),
  -- The gap that runs.
  gap_id     uuid,
  primary key (tenant_id, camera_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  check ((chosen_at is null) = (recipients is null) and (chosen_at is null) = (passed_at is null))
);
-- Serves the work that chooses recipients.
create index path_proof_waiting on path_proof (stored_at) where passed_at is null or passed_at < raised_at;
-- Serves the search for gaps.
create index path_proof_passed on path_proof (passed_at);
select isolate('path_proof');

-- The last test incident of a camera that an open console on a device received. Written by alerting/notification.
create table path_receipt (
  tenant_id   uuid not null,
  camera_id   uuid not null,
  -- A row of alarm_device, of this site or of the organisation above it: so without a key.
  device_id   uuid not null,
  received_at timestamptz(3) not null,
  primary key (tenant_id, camera_id, device_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
-- Serves forgetting.
create index path_receipt_oldest on path_receipt (received_at);
select isolate('path_receipt');

-- A time in which no test incident of a camera passed, although it was to work. Written by alerting/notification.
create table path_gap (
  tenant_id  uuid not null,
  id         uuid not null default uuidv7(),
  camera_id  uuid not null,
  -- The last passage before it.
  began_at   timestamptz(3) not null,
  -- When administrators were notified.
  noticed_at timestamptz(3) not null,
  -- When one passed again, or the camera was switched off; null: it runs.
  ended_at   timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade
);
create index path_gap_by_camera on path_gap (tenant_id, camera_id, began_at desc);
-- Serves forgetting.
create index path_gap_ended on path_gap (ended_at) where ended_at is not null;
select isolate('path_gap');
