-- Users. Requirements USER-01, USER-02. The e-mail address is what people sign in with, so it is unique everywhere.
create table app_user (
  tenant_id   uuid not null references tenant (id),
  id          uuid not null default uuidv7(),
  -- As typed; compared in lower case.
  email       text not null check (length(email) between 3 and 254),
  user_name   text not null,
  first_name  text not null,
  last_name   text not null,
  mobile_no   text not null default '',
  photo_url   text,
  role        text not null check (role in
    ('SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN', 'USER', 'RESTRICTED_USER', 'DEMO_USER', 'ANNOTATOR')),
  -- SHARED: one sign-in for a station.
  type        text not null default 'REGULAR' check (type in ('SHARED', 'REGULAR')),
  locale      text not null default 'ja' check (locale in ('en', 'ja')),
  timezone    text not null default 'Asia/Tokyo',
  -- A date-fns pattern, one of the two of the contract.
  date_format text not null default 'yyyy/MM/dd HH:mm',
  -- argon2id, PHC text; null until the invitation was answered.
  password_hash text,
  -- What the console keeps per user (layout of lists and the like).
  user_config jsonb not null default '{}',
  disabled_at timestamptz(3),
  -- Tokens issued before this are refused: set by a change of password.
  tokens_valid_from timestamptz(3) not null default '-infinity',
  version     integer not null default 1,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index app_user_id on app_user (id);
create unique index app_user_email on app_user (lower(email));
create unique index app_user_name on app_user (lower(user_name));
select isolate('app_user');

-- The units that a user is bound to; no row: all units of the site. The unit's side of the key is in its own migration.
create table user_unit (
  tenant_id uuid not null,
  user_id   uuid not null,
  unit_id   uuid not null,
  primary key (tenant_id, user_id, unit_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
select isolate('user_unit');
