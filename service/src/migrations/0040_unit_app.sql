-- What a unit, and a site, say about an app for the cameras that follow them. Requirements UNIT-01, APP-02.
create table unit_app (
  tenant_id  uuid not null,
  unit_id    uuid not null,
  app_code   text not null check (app_code in ('A001', 'A003', 'A004', 'A005', 'A006', 'A007', 'A008')),
  -- For cameras whose app is GLOBAL; null: as the site says.
  state      text check (state in ('ENABLED', 'DISABLED')),
  -- The contract's Schedule, for cameras without one of their own; null: as the site says.
  schedule   jsonb,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, unit_id, app_code),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id) on delete cascade
);
select isolate('unit_app');

create table site_app (
  tenant_id  uuid not null references tenant (id),
  app_code   text not null check (app_code in ('A001', 'A003', 'A004', 'A005', 'A006', 'A007', 'A008')),
  -- For cameras whose app is GLOBAL and whose unit says nothing; null: on.
  state      text check (state in ('ENABLED', 'DISABLED')),
  -- The contract's Schedule; null: always.
  schedule   jsonb,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, app_code)
);
select isolate('site_app');

-- Who is reminded of planned check-ins on their phones, instead of each camera's subscribers, when
-- unit.overrides_reminder_subscribers is true.
create table unit_reminder_user (
  tenant_id uuid not null,
  unit_id   uuid not null,
  user_id   uuid not null,
  primary key (tenant_id, unit_id, user_id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index unit_reminder_user_by_user on unit_reminder_user (tenant_id, user_id);
select isolate('unit_reminder_user');
