-- How many alarms an hour a site can carry, and the shifts in which it was more. Requirement LOAD-01.

-- Alarms in one hour of a shift; null: no budget.
alter table tenant add column alarms_per_hour_budget integer check (alarms_per_hour_budget between 1 and 200);

-- A shift in which an hour went beyond the budget: its administrators were notified, once. Written by insight/load.
create table load_notice (
  tenant_id  uuid not null,
  -- The id of a shift, or 'day' and 'night' of a site that has none.
  shift_key  text not null,
  starts_at  timestamptz(3) not null,
  noticed_at timestamptz(3) not null,
  -- In the hour before, and the budget then.
  alarms     integer not null check (alarms > budget),
  budget     integer not null,
  primary key (tenant_id, shift_key, starts_at),
  foreign key (tenant_id) references tenant (id) on delete cascade
);
-- Serves forgetting.
create index load_notice_oldest on load_notice (noticed_at);
select isolate('load_notice');
