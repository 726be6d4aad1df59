-- Tenants: organisations and the sites below them. Requirements SITE-01, SITE-02.
create table tenant (
  id          uuid primary key default uuidv7(),
  -- The organisation above a site; an organisation has none.
  parent_id   uuid references tenant (id),
  kind        text not null check (kind in ('organisation', 'site')),
  -- Letters, digits and hyphens; in file names and messages.
  code        text not null check (code ~ '^[A-Za-z0-9-]{1,40}$'),
  name        text not null check (length(name) between 1 and 120),
  region      text not null default 'ap-northeast-1',
  -- IANA zone in which schedules, shifts, day and night are computed.
  timezone    text not null default 'Asia/Tokyo',
  is_recording_enabled          boolean not null default false,
  is_live_streaming_enabled     boolean not null default false,
  -- A live session ends after this many minutes; null: it does not.
  streaming_restriction_minutes integer check (streaming_restriction_minutes between 1 and 1440),
  -- The licence: packages by name ('PRO'), and how many cameras of each kind.
  packages            text[] not null default '{}',
  room_camera_limit   integer not null default 0 check (room_camera_limit >= 0),
  public_camera_limit integer not null default 0 check (public_camera_limit >= 0),
  -- The demo organisation: never served beyond this machine.
  is_demo     boolean not null default false,
  -- Set: nobody of this tenant can sign in.
  disabled_at timestamptz(3),
  version     integer not null default 1,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  check (kind = 'site' or parent_id is null)
);
create unique index tenant_code on tenant (lower(code));
create index tenant_by_parent on tenant (parent_id);

-- The operator of this installation: where SUPER_ADMIN belongs. It has no sites, units or cameras.
insert into tenant (id, kind, code, name)
values ('00000000-0000-7000-8000-000000000000', 'organisation', 'operator', 'Mimamori');

-- The tenant table is the one whose own id is the tenant: its policies name `id`.
alter table tenant enable row level security;
alter table tenant force row level security;
create policy tenant_read on tenant for select to mimamori_app
  using (id = any ((select nullif(current_setting('app.tenants', true), '')::uuid[])::uuid[]));
create policy platform_all on tenant to mimamori_platform using (true) with check (true);
grant select on tenant to mimamori_app;
grant select, insert, update, delete on tenant to mimamori_platform;
