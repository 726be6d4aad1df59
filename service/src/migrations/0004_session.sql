-- Sessions: the truth behind the tokens. A token is good only while its row here says so. Requirement AUTH-08.
create table session (
  -- Where the user belongs.
  tenant_id  uuid not null,
  id         uuid not null default uuidv7(),
  user_id    uuid not null,
  -- Whose rows are worked on: the own tenant, or the connected site.
  acting_tenant_id   uuid not null references tenant (id),
  -- The session to return to when the connected site is left.
  origin_session_id  uuid,
  -- Id of the token in force. The one before it is good until previous_valid_until: two tabs refresh at once.
  jti                uuid not null,
  previous_jti       uuid,
  previous_valid_until timestamptz(3),
  -- When the token in force was issued, which is compared with app_user.tokens_valid_from.
  issued_at          timestamptz(3) not null,
  device             text not null default 'web',
  ip                 inet,
  created_at         timestamptz(3) not null,
  -- Written at most once a minute.
  last_seen_at       timestamptz(3) not null,
  idle_limit_seconds integer not null check (idle_limit_seconds > 0),
  absolute_until     timestamptz(3) not null,
  ended_at           timestamptz(3),
  end_reason         text check (end_reason in
    ('logout', 'token-reuse', 'password-change', 'by-administrator', 'site-left')),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, origin_session_id) references session (tenant_id, id) on delete cascade
);
create unique index session_id on session (id);
create index session_by_user on session (tenant_id, user_id) where ended_at is null;
select isolate('session');

-- Failed sign-ins, counted per account and per network. They have no tenant: the account may not exist.
create table login_attempt (
  -- 'account:<sha256 of the lower-case name>' or 'network:<address prefix>'.
  subject           text primary key,
  failures          integer not null,
  window_started_at timestamptz(3) not null,
  blocked_until     timestamptz(3)
);
alter table login_attempt enable row level security;
alter table login_attempt force row level security;
create policy platform_all on login_attempt to mimamori_platform using (true) with check (true);
grant select, insert, update, delete on login_attempt to mimamori_platform;
