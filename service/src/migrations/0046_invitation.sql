-- The ways to a password: invitations and codes. Requirements AUTH-14, AUTH-15.

-- Shortest password that this tenant takes; the description asks for 6.
alter table tenant add column password_min_length integer not null default 10
  check (password_min_length between 6 and 64);

-- One open invitation for a user; a new one replaces it.
create table invitation (
  tenant_id   uuid not null,
  user_id     uuid not null,
  -- SHA-256 of the 256 random bits in the link.
  token_hash  bytea not null check (length(token_hash) = 32),
  issued_at   timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  -- Null: the service itself.
  issued_by   uuid,
  accepted_at timestamptz(3),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create unique index invitation_token on invitation (token_hash);
select isolate('invitation');

-- The code that lets a user choose a new password. It is removed when it was used.
create table reset_code (
  tenant_id   uuid not null,
  user_id     uuid not null,
  -- HMAC-SHA256 of user and code with a key derived from the master key: six digits alone could be tried out.
  code_hash   bytea not null check (length(code_hash) = 32),
  issued_at   timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  -- Wrong tries; at 5 the code is dead.
  tries       integer not null default 0 check (tries >= 0),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
select isolate('reset_code');

-- Who asked for a code. It is answered by a job, so that the caller cannot tell from the time whether the address is
-- known. The address may be nobody's: no tenant.
create table reset_request (
  -- SHA-256 of the lower-case address, in hexadecimal.
  subject           text primary key,
  -- As asked, sealed; null once it was worked off.
  address           text,
  -- How often it was asked for since window_started_at.
  asked             integer not null,
  window_started_at timestamptz(3) not null,
  asked_at          timestamptz(3) not null
);
create index reset_request_waiting on reset_request (asked_at) where address is not null;
alter table reset_request enable row level security;
alter table reset_request force row level security;
create policy platform_all on reset_request to mimamori_platform using (true) with check (true);
grant select, insert, update, delete on reset_request to mimamori_platform;
