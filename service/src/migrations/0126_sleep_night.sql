-- Nights as they were worked out from the minutes: a month of two hundred rooms is read from here. Requirement METRIC-02.
create table sleep_night (
  tenant_id  uuid not null,
  camera_id  uuid not null,
  -- The date on which it starts, and 18:00 of it by the clock of the site.
  day        date not null,
  starts_at  timestamptz(3) not null,
  -- The share of its minutes of which it is known whether somebody was in bed.
  coverage_share double precision not null,
  -- Minutes from starts_at, as time passes; all null when nobody was in bed.
  bedtime    integer,
  onset      integer,
  wake       integer,
  get_up     integer,
  -- By the wall clock, in minutes from 00:00.
  bedtime_of_day integer,
  wake_of_day    integer,
  get_up_of_day  integer,
  waso_minutes   integer,
  -- Of more than five minutes.
  awakenings     integer,
  -- Mean per minute in bed, in the camera's own measure.
  motion         double precision,
  -- Sums of the hours that it was worked out of: with others it is worked out anew.
  worked_from bigint not null,
  primary key (tenant_id, camera_id, day),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (num_nulls(bedtime, onset, wake, get_up, bedtime_of_day, wake_of_day, get_up_of_day, waso_minutes, awakenings) in (0, 9))
);
select isolate('sleep_night');
