-- Site: what a site says about apps, its tags and shifts,
-- and the keys of its hubs.

-- Notes when the state of an app was switched. Requirement LIVE-01.
create function mark_app_state_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.state is distinct from new.state then
    new.state_changed_at := new.updated_at;
  end if;
  return new;
end $$;

-- What a site says about an app for the cameras that follow it. Written by site/tenant. Requirement APP-02.
create table site_app (
  tenant_id        uuid not null references tenant (id),
  app_code         text not null constraint site_app_code check (app_code ~ '^A[0-9]{3}$'),
  -- For cameras whose app is GLOBAL and whose unit says nothing; null: on.
  state            text check (state in ('ENABLED', 'DISABLED')),
  -- The contract's Schedule; null: always.
  schedule         jsonb,
  updated_at       timestamptz(3) not null default now(),
  state_changed_at timestamptz(3),
  primary key (tenant_id, app_code)
);
select isolate('site_app');
create trigger site_app_state_changed before insert or update of state on site_app for each row
  execute function mark_app_state_change();

-- What a unit says about an app for the cameras that follow it. Written by site/unit. Requirements UNIT-01, APP-02.
create table unit_app (
  tenant_id        uuid not null,
  unit_id          uuid not null,
  app_code         text not null constraint unit_app_code check (app_code ~ '^A[0-9]{3}$'),
  -- For cameras whose app is GLOBAL; null: as the site says.
  state            text check (state in ('ENABLED', 'DISABLED')),
  -- The contract's Schedule, for cameras without one of their own; null: as the site says.
  schedule         jsonb,
  updated_at       timestamptz(3) not null default now(),
  state_changed_at timestamptz(3),
  primary key (tenant_id, unit_id, app_code),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id) on delete cascade
);
select isolate('unit_app');
create trigger unit_app_state_changed before insert or update of state on unit_app for each row
  execute function mark_app_state_change();

-- A user whose phone is reminded of planned check-ins, in place of each camera's subscribers, when
-- unit.overrides_reminder_subscribers is true. Written by site/unit.
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

-- A tag of cameras. Written by site's settings. Requirement SET-02.
create table tag (
  tenant_id      uuid not null references tenant (id),
  id             uuid not null default uuidv7(),
  name           text not null check (length(name) between 1 and 80),
  edited_by_name text,
  updated_at     timestamptz(3) not null default now(),
  -- An outdated edit is a conflict.
  version        integer not null default 1,
  primary key (tenant_id, id)
);
create unique index tag_name on tag (tenant_id, plain(name));
select isolate('tag');

-- A kind of alert that another system of the site raises. Written by site's settings. Requirement REACH-54.
create table kind (
  tenant_id      uuid not null references tenant (id),
  id             uuid not null default uuidv7(),
  name           text not null check (length(name) between 1 and 80),
  severity       text not null check (severity in ('critical', 'high', 'medium', 'low')),
  -- What a call names a room by: the room's name, or its code in the care record.
  room_field     text not null check (room_field in ('name', 'code')),
  edited_by_name text,
  updated_at     timestamptz(3) not null default now(),
  version        integer not null default 1,
  primary key (tenant_id, id)
);
create unique index kind_name on kind (tenant_id, plain(name));
select isolate('kind');

-- A time of work. Written by site's settings. Requirement SET-03.
create table shift (
  tenant_id      uuid not null references tenant (id),
  id             uuid not null default uuidv7(),
  name           text not null check (length(name) between 1 and 80),
  -- Minutes since the site's midnight; an end at or before the start is on the next day.
  start_minute   integer not null check (start_minute between 0 and 1439),
  end_minute     integer not null check (end_minute between 0 and 1439),
  edited_by_name text,
  updated_at     timestamptz(3) not null default now(),
  version        integer not null default 1,
  primary key (tenant_id, id)
);
create unique index shift_name on shift (tenant_id, plain(name));
select isolate('shift');

-- A user of a shift. Written by site's settings and identity/user.
create table user_shift (
  tenant_id uuid not null,
  user_id   uuid not null,
  shift_id  uuid not null,
  primary key (tenant_id, user_id, shift_id),
  foreign key (tenant_id, shift_id) references shift (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index user_shift_by_shift on user_shift (tenant_id, shift_id);
select isolate('user_shift');

-- A person's line of a month's roster. On days that have a roster the person has the duties of the line and no others.
-- Written by site/roster. Requirement REACH-10.
create table roster_line (
  tenant_id      uuid not null,
  -- The first day of the month.
  month          date not null check (extract(day from month) = 1),
  user_id        uuid not null,
  edited_by_name text,
  updated_at     timestamptz(3) not null,
  -- An outdated edit is a conflict.
  version        integer not null default 1,
  primary key (tenant_id, month, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index roster_line_by_user on roster_line (tenant_id, user_id);
select isolate('roster_line');

-- A shift, or leave, of one person on one day; a night shift belongs to the day on which it begins. Written by site/roster.
create table roster_day (
  tenant_id uuid not null,
  id        uuid not null default uuidv7(),
  month     date not null,
  user_id   uuid not null,
  day       date not null,
  shift_id  uuid,
  -- Why the person is off, as in the house's own roster: leave, a day off. Null: a shift.
  mark      text check (length(mark) between 1 and 8),
  primary key (tenant_id, id),
  check ((shift_id is null) = (mark is not null)),
  check (day >= month and day < month + interval '1 month'),
  foreign key (tenant_id, month, user_id) references roster_line (tenant_id, month, user_id) on delete cascade,
  foreign key (tenant_id, shift_id) references shift (tenant_id, id) on delete cascade
);
create unique index roster_day_of on roster_day (tenant_id, day, user_id, shift_id) nulls not distinct;
create index roster_day_by_line on roster_day (tenant_id, user_id, month);
create index roster_day_by_shift on roster_day (tenant_id, shift_id);
select isolate('roster_day');

-- What a code of the house's rosters means. Written by site/roster.
create table roster_code (
  tenant_id uuid not null references tenant (id),
  code      text not null check (length(code) between 1 and 8),
  -- Null: no work on that day.
  shift_id  uuid,
  primary key (tenant_id, code),
  foreign key (tenant_id, shift_id) references shift (tenant_id, id) on delete cascade
);
create index roster_code_by_shift on roster_code (tenant_id, shift_id);
select isolate('roster_code');

-- A key by which hubs register themselves. The newest has no end; the one before it stays good for a day after the
-- exchange. Written by site/tenant. Requirement SITE-01; security.md Design 5.
create table site_key (
  tenant_id   uuid not null references tenant (id),
  id          uuid not null default uuidv7(),
  -- SHA-256 of the whole key (256 random bits need no slow hash) and its end, for people to tell keys apart.
  key_hash    bytea not null check (length(key_hash) = 32),
  last_four   text not null check (length(last_four) = 4),
  created_at  timestamptz(3) not null,
  -- From then on it is refused; null: not yet exchanged.
  valid_until timestamptz(3),
  primary key (tenant_id, id)
);
create unique index site_key_hash on site_key (key_hash);
create unique index site_key_newest on site_key (tenant_id) where valid_until is null;
select isolate('site_key');

-- Who put the checklist of a new site away. Written by site/first-steps. Requirement OPS-09.
create table first_steps_hidden (
  -- The site; people of its organisation and the operator see its checklist too.
  tenant_id uuid not null references tenant (id),
  user_id   uuid not null,
  hidden_at timestamptz(3) not null,
  primary key (tenant_id, user_id)
);
select isolate('first_steps_hidden');
