-- The site's own system, and what was told to it. Requirements CAM-13, SITE-01.
create table external_system (
  tenant_id   uuid not null references tenant (id),
  is_enabled  boolean not null default false,
  url         text not null default '' check (length(url) <= 500),
  -- 法人, 事業所, フォーマット区分.
  corporation_code text not null default '' check (length(corporation_code) <= 40),
  jig_code    text not null default '' check (length(jig_code) <= 40),
  format_kbn  text not null default '' check (length(format_kbn) <= 40),
  -- Our field -> the other system's name: the contract's FieldMap.
  field_map   jsonb not null check (jsonb_typeof(field_map) = 'object'),
  -- Who is told by e-mail when a run failed.
  subscribers text[] not null default '{}',
  -- The auth access key that signs what is sent, sealed; and its last characters for people.
  auth_key      text,
  key_last_four text check (length(key_last_four) = 4),
  version     integer not null default 1,
  updated_at  timestamptz(3) not null,
  primary key (tenant_id),
  check ((auth_key is null) = (key_last_four is null))
);
select isolate('external_system');

create table external_run (
  tenant_id    uuid not null,
  -- Sent as the idempotency key: the same at every try.
  id           uuid not null default uuidv7(),
  -- Null: all cameras of the site.
  camera_id    uuid,
  requested_by uuid,
  state        text not null check (state in ('pending', 'sending', 'done', 'failed')),
  -- What is sent, fixed when it was asked for; null once it is over, for it names residents by their codes.
  body         text,
  camera_count integer not null check (camera_count >= 0),
  attempts     integer not null default 0 check (attempts >= 0),
  -- When it is tried next, or given to another instance.
  next_at      timestamptz(3),
  -- One of the contract's EXTERNAL_REASONS.
  reason       text check (length(reason) <= 40),
  http_status  integer,
  message      text check (length(message) <= 200),
  created_at   timestamptz(3) not null,
  changed_at   timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id) references external_system (tenant_id) on delete cascade,
  check ((next_at is not null) = (state in ('pending', 'sending')))
);
create index external_run_due on external_run (next_at) where state in ('pending', 'sending');
create index external_run_by_time on external_run (tenant_id, created_at desc);
select isolate('external_run');
