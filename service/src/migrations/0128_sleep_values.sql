-- Scores of nights, worked out once and not whenever a month of two hundred rooms is read. Requirement METRIC-02;
-- performance.md P3.
alter table sleep_night
  -- Whether the values below are those of this night against the thirty days before it. Until they are, reports work them out.
  add column is_valued boolean not null default false,
  -- All null when the night is not valid. Times of day are above.
  add column score          double precision,
  add column duration       double precision,
  add column efficiency     double precision,
  add column tranquility    double precision,
  add column bedtime_score  double precision,
  add column wake_up_score  double precision,
  add column sleep_minutes  double precision,
  add constraint sleep_night_values check (
    num_nulls(score, duration, efficiency, tranquility, bedtime_score, wake_up_score, sleep_minutes) in (0, 7));
create index sleep_night_to_value on sleep_night (tenant_id, camera_id, day) where not is_valued;
