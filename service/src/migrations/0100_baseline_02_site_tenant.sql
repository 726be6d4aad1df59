-- Site: tenants and units, to which nearly all other
-- tables have keys.

-- An organisation, or a site below one, with its settings and licence. Written by site/tenant as the platform; times
-- of removal and security settings by footage and identity. Requirements SITE-01, SITE-02.
create table tenant (
  id                       uuid primary key default uuidv7(),
  -- The organisation above a site; an organisation has none.
  parent_id                uuid references tenant (id),
  kind                     text not null check (kind in ('organisation', 'site')),
  -- Letters, digits and hyphens; in file names and messages.
  code                     text not null check (code ~ '^[A-Za-z0-9-]{1,40}$'),
  name                     text not null check (length(name) between 1 and 120),
  region                   text not null default 'ap-northeast-1',
  -- IANA zone in which schedules, shifts, day and night are computed.
  timezone                 text not null default 'Asia/Tokyo',
  is_recording_enabled     boolean not null default false,
  is_live_streaming_enabled boolean not null default false,
  -- A live session ends after this many minutes; null: it does not.
  streaming_restriction_minutes integer check (streaming_restriction_minutes between 1 and 1440),
  -- The licence: packages by name ('PRO'), and how many cameras of each kind; null: any number.
  packages                 text[] not null default '{}',
  room_camera_limit        integer default 0 check (room_camera_limit >= 0),
  public_camera_limit      integer default 0 check (public_camera_limit >= 0),
  -- The demo organisation: never served beyond this machine.
  is_demo                  boolean not null default false,
  -- Set: nobody of this tenant can sign in.
  disabled_at              timestamptz(3),
  version                  integer not null default 1,
  created_at               timestamptz(3) not null default now(),
  updated_at               timestamptz(3) not null default now(),
  -- Shortest password that this tenant takes; the description asks for 6.
  password_min_length      integer not null default 10 check (password_min_length between 6 and 64),
  -- Networks in CIDR form, `192.0.2.0/24`; none: every address is allowed.
  allowed_ranges           text[] not null default '{}',
  -- Grows by one with each change of the ranges; an outdated save is a conflict.
  security_version         integer not null default 1,
  security_edited_by       text,
  security_edited_at       timestamptz(3),
  -- Shared stations ask for the person's PIN before an alarm is ended. REACH-25.
  is_station_pin_asked     boolean not null default false,
  -- Roles that must sign in with a second factor or a passkey, with the time since when: {"ADMIN": "2026-11-30T00:00:00.000Z"}.
  factor_since             jsonb not null default '{}',
  -- Days that people have to set it up, from then, or from the day on which they were added if that is after it.
  factor_grace_days        integer not null default 14 check (factor_grace_days between 0 and 90),
  factor_version           integer not null default 1,
  -- Networks in CIDR form whose hosts the site's hubs may contact; none: private networks (RFC 1918). Loopback,
  -- link-local and metadata addresses are never contacted, whatever stands here.
  camera_networks          text[] not null default '{}',
  -- How long and how much of a site's recordings stays. Archived ones are never removed and do not count. REC-05.
  recording_days           integer default 30 check (recording_days between 1 and 3650),
  -- Gigabytes (10^9 bytes); null: as much as the disk holds.
  recording_gigabytes      integer check (recording_gigabytes between 1 and 1000000),
  retention_version        integer not null default 1,
  retention_edited_by      text,
  retention_edited_at      timestamptz(3),
  -- When recordings were last removed before their time, because the disk of the service was full; null: never.
  recordings_shortened_at  timestamptz(3),
  -- Recordings that stay on the disk of their hub, by the policy of their site. Requirements APP-01 (A007), REC-05.
  recording_place          text not null default 'service' check (recording_place in ('service', 'hub')),
  -- So many days the seconds stay; minutes and hours stay for good.
  measurement_days         integer not null default 30 check (measurement_days between 1 and 400),
  live_streaming_changed_at timestamptz(3),
  -- Alerts of these severities are alarms from the moment at which they are stored.
  alarm_severities         text[] not null default '{critical,high}'
    check (alarm_severities <@ '{critical,high,medium,low}' and alarm_severities @> '{critical}'),
  -- A claim without an arrival ends after this time.
  arrival_limit_seconds    integer not null default 180 check (arrival_limit_seconds between 60 and 1800),
  -- Unclaimed bed exits and wake-ups end by themselves when the resident is back in bed.
  is_return_ending         boolean not null default true,
  -- Alarms in one hour of a shift that staff can carry; null: no budget. LOAD-01.
  alarms_per_hour_budget   integer check (alarms_per_hour_budget between 1 and 200),
  -- An alarm that nobody answers is repeated after this many minutes; 0: it is not. NIGHT-04.
  repeat_minutes           integer not null default 5 check (repeat_minutes between 0 and 60),
  check (kind = 'site' or parent_id is null)
);
create unique index tenant_code on tenant (lower(code));
create index tenant_by_parent on tenant (parent_id);
-- The list of sites takes as long among a thousand as among ten. Requirement SITE-01; performance.md.
create index tenant_by_name on tenant ((plain(name) collate natural_order), id);

-- The operator of this installation: where SUPER_ADMIN belongs. It has no sites, units or cameras.
insert into tenant (id, kind, code, name)
values ('00000000-0000-7000-8000-000000000000', 'organisation', 'operator', 'Mimamori');

-- The tenant table is the one whose own id is the tenant: its policies name `id`, and nobody but the platform writes.
alter table tenant enable row level security;
alter table tenant force row level security;
create policy tenant_read on tenant for select to mimamori_app
  using (id = any ((select nullif(current_setting('app.tenants', true), '')::uuid[])::uuid[]));
create policy platform_all on tenant to mimamori_platform using (true) with check (true);
grant select on tenant to mimamori_app;
grant select, insert, update, delete on tenant to mimamori_platform;

-- Notes when live streaming of a site was switched. Requirement LIVE-01.
create function mark_live_streaming_change() returns trigger
language plpgsql as $$
begin
  if old.is_live_streaming_enabled <> new.is_live_streaming_enabled then
    new.live_streaming_changed_at := new.updated_at;
  end if;
  return new;
end $$;
create trigger tenant_live_streaming_changed before update of is_live_streaming_enabled on tenant for each row
  execute function mark_live_streaming_change();

-- A ward or floor of a site. Written by site/unit. Requirements UNIT-01, NAV-04.
create table unit (
  tenant_id                uuid not null references tenant (id),
  id                       uuid not null default uuidv7(),
  -- As staff call it; unique within the site, whatever its case.
  name                     text not null check (length(name) between 1 and 80),
  -- True: the unit's own subscribers get check-in reminders instead of each camera's.
  overrides_reminder_subscribers boolean not null default false,
  -- Grows by one with each change; an outdated edit is a conflict.
  version                  integer not null default 1,
  created_at               timestamptz(3) not null default now(),
  updated_at               timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index unit_name on unit (tenant_id, plain(name));
select isolate('unit');
