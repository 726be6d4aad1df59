-- What hubs measure of their cameras second by second, and its sums by minute and hour. Requirements METRIC-02, METRIC-03.

alter table tenant
  -- So many days the seconds are kept; minutes and hours stay.
  add column measurement_days integer not null default 30 check (measurement_days between 1 and 400);

-- Some minutes of seconds as a hub packed them: contract/src/measurement-block.ts, compressed with deflate.
create table measurement_block (
  tenant_id  uuid not null,
  -- Made by the hub, time first.
  id         uuid not null,
  camera_id  uuid not null,
  starts_at  timestamptz(3) not null,
  -- Not included.
  ends_at    timestamptz(3) not null,
  body       bytea not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (ends_at > starts_at and ends_at <= starts_at + interval '15 minutes')
);
-- It is compressed already.
alter table measurement_block alter column body set storage external;
-- Serves the seconds around a moment, the blocks of a minute, and forgetting.
create index measurement_block_by_camera on measurement_block (tenant_id, camera_id, starts_at);
create index measurement_block_oldest on measurement_block (tenant_id, ends_at);
select isolate('measurement_block');

-- The sums of a full UTC hour of a camera, of all blocks that were ever stored, whatever their order.
create table measured_hour (
  tenant_id  uuid not null,
  camera_id  uuid not null,
  starts_at  timestamptz(3) not null,
  -- Seconds with pictures that could be judged; of those, seconds in which it is known whether somebody was in the bed.
  seconds_observed  integer not null,
  seconds_bed_known integer not null,
  seconds_in_bed    integer not null,
  -- Seconds with somebody out of bed.
  seconds_person    integer not null,
  -- The share of pixels that moved in the watched region (the bed, where one is outlined) and outside of it, in 1/10 000,
  -- summed over the seconds; and the first of the seconds in bed alone.
  motion_inside     integer not null,
  motion_outside    integer not null,
  motion_in_bed     integer not null,
  -- The same by minute: service/src/platform/measured.ts.
  minutes    bytea not null check (length(minutes) = 960),
  primary key (tenant_id, camera_id, starts_at),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id)
);
-- Most of it is zeros: compressed where it lies.
alter table measured_hour alter column minutes set storage main;
alter table measured_hour set (toast_tuple_target = 256);
select isolate('measured_hour');
