-- Escalation rules, and versions for tags and shifts. Requirements SET-02, SET-05.
create table escalation (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  name       text not null check (length(name) between 1 and 80),
  -- An alert that no care role has seen for this long is told to the recipients, minutes.
  threshold_minutes integer not null check (threshold_minutes between 1 and 1440),
  -- The contract's Schedule, in the site's time zone; null: at any time.
  active_hours jsonb,
  -- Name of who changed it last; stays when that user goes.
  edited_by_name text,
  -- Grows by one with each change; an edit of an older version is a conflict.
  version    integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index escalation_name on escalation (tenant_id, lower(name));
select isolate('escalation');

create table escalation_user (
  tenant_id     uuid not null,
  escalation_id uuid not null,
  user_id       uuid not null,
  primary key (tenant_id, escalation_id, user_id),
  foreign key (tenant_id, escalation_id) references escalation (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index escalation_user_by_user on escalation_user (tenant_id, user_id);
select isolate('escalation_user');

-- Everybody who is bound to the unit is a recipient.
create table escalation_unit (
  tenant_id     uuid not null,
  escalation_id uuid not null,
  unit_id       uuid not null,
  primary key (tenant_id, escalation_id, unit_id),
  foreign key (tenant_id, escalation_id) references escalation (tenant_id, id) on delete cascade,
  foreign key (tenant_id, unit_id) references unit (tenant_id, id) on delete cascade
);
create index escalation_unit_by_unit on escalation_unit (tenant_id, unit_id);
select isolate('escalation_unit');

-- An edit of an older version is a conflict.
alter table tag add column version integer not null default 1;
alter table shift add column version integer not null default 1;
