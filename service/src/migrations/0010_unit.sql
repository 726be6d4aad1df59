-- Units: wards or floors of a site. Requirements UNIT-01, NAV-04.
create table unit (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  -- As staff call it; unique within the site, whatever its case.
  name       text not null check (length(name) between 1 and 80),
  -- True: the unit's own subscribers get check-in reminders instead of each camera's.
  overrides_reminder_subscribers boolean not null default false,
  -- Grows by one with each change; an edit of an older version is a conflict.
  version    integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index unit_name on unit (tenant_id, lower(name));
select isolate('unit');

alter table user_unit add foreign key (tenant_id, unit_id) references unit (tenant_id, id) on delete cascade;
create index user_unit_by_unit on user_unit (tenant_id, unit_id);
