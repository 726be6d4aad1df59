-- Identity: users, their sign-ins and devices, and the
-- audit.

-- From the lowest role to the highest; user.queries.ts has the same expression.
create function role_rank(role text) returns integer
language sql immutable parallel safe as $$
  select array_position(array['ANNOTATOR', 'DEMO_USER', 'RESTRICTED_USER', 'USER', 'ADMIN', 'ORG_ADMIN', 'SUPER_ADMIN'], role)
$$;

-- The one order of a person's name, on screens, in messages and on paper: family name first in kanji and kana, else as
-- written in Latin letters. NIGHT-10.
create function person_name(first_name text, last_name text) returns text
language sql immutable parallel safe
return trim(case when last_name || first_name ~ '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]'
  then last_name || ' ' || first_name else first_name || ' ' || last_name end);

-- A person or a shared station. People sign in with the e-mail address, so it is unique everywhere. Written by
-- identity/user and, for sign-ins and passwords, identity/session. Requirements USER-01, USER-02.
create table app_user (
  tenant_id         uuid not null references tenant (id),
  id                uuid not null default uuidv7(),
  -- As typed; compared in lower case.
  email             text not null check (length(email) between 3 and 254),
  user_name         text not null,
  first_name        text not null,
  last_name         text not null,
  -- The whole name in kana; empty: not known.
  kana              text not null default '' check (length(kana) <= 80),
  mobile_no         text not null default '',
  photo_url         text,
  role              text not null
    check (role in ('SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN', 'USER', 'RESTRICTED_USER', 'DEMO_USER', 'ANNOTATOR')),
  -- SHARED: one sign-in for a station.
  type              text not null default 'REGULAR' check (type in ('SHARED', 'REGULAR')),
  locale            text not null default 'ja' check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  timezone          text not null default 'Asia/Tokyo',
  -- A date-fns pattern, one of the two of the contract.
  date_format       text not null default 'yyyy/MM/dd HH:mm',
  -- argon2id, PHC text; null until the invitation was answered.
  password_hash     text,
  -- argon2id, PHC text, of the PIN for shared stations; null: none. REACH-25.
  pin_hash          text,
  disabled_at       timestamptz(3),
  -- Tokens issued before this are refused: set by a change of password.
  tokens_valid_from timestamptz(3) not null default '-infinity',
  version           integer not null default 1,
  created_at        timestamptz(3) not null default now(),
  updated_at        timestamptz(3) not null default now(),
  -- What is known of each sign-in: when a user last did, and with which browser. Requirements USER-01, AUTH-18.
  last_sign_in_at   timestamptz(3),
  -- The name as lists are ordered by it.
  sort_name         text collate natural_order not null
    generated always as (plain(coalesce(nullif(kana, ''), person_name(first_name, last_name)))) stored,
  -- What a search looks into, one to a line: the name both ways round and in kana, e-mail address, user name,
  -- mobile number as typed and without marks.
  search_text       text not null generated always as (sought(first_name || last_name) || e'\n' ||
    sought(last_name || first_name) || e'\n' || sought(kana) || e'\n' || sought(email) || e'\n' || sought(user_name) || e'\n' ||
    sought(mobile_no) || e'\n' || regexp_replace(mobile_no, '[^0-9]', '', 'g')) stored,
  -- The address of the owner from before that change: codes for a new password go there. Null: to `email`. While it
  -- is set on a SHARED user, nobody but the owner sets the password. Cleared when the owner signs in with the new
  -- address, or answers the code of an account that became SHARED.
  owner_email       text check (length(owner_email) between 3 and 254),
  -- Away until this day, which is included: not on duty. domain.md, "Shifts and duty".
  away_until        date,
  primary key (tenant_id, id)
);
create unique index app_user_id on app_user (id);
create unique index app_user_email on app_user (plain(email));
create unique index app_user_name on app_user (plain(user_name));
-- A user that never came counts as longest away.
create index app_user_by_absence on app_user (tenant_id, last_sign_in_at nulls first, id);
-- The list of users by name, and by how long ago they were here.
create index app_user_by_name on app_user (tenant_id, sort_name, id);
-- Either way with names from the first letter on.
create index app_user_by_role on app_user (tenant_id, role_rank(role), sort_name, id);
create index app_user_by_role_down on app_user (tenant_id, role_rank(role) desc, sort_name, id);
-- Users of all sites at once, for the operator of the installation.
create index app_user_by_name_everywhere on app_user (sort_name, id);
create index app_user_owner_email on app_user (plain(owner_email)) where owner_email is not null;
select isolate('app_user');

-- The language of a site: that of most of its people. Addresses without an account are written to in it.
create function site_locale(tenant uuid) returns text
language sql stable parallel safe as $$
  select coalesce((select u.locale from app_user u where u.tenant_id = tenant and u.disabled_at is null
    group by u.locale order by count(*) desc, u.locale desc limit 1), 'ja')
$$;

-- A unit that a user is bound to; no row: all units of the site. Written by identity/user.
create table user_unit (
  tenant_id uuid not null,
  user_id   uuid not null,
  unit_id   uuid not null,
  primary key (tenant_id, user_id, unit_id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index user_unit_by_unit on user_unit (tenant_id, unit_id);
select isolate('user_unit');

-- How many users a tenant has, updated in the transaction that changes them. The triggers below are the only writers.
create table user_tally (
  tenant_id   uuid not null references tenant (id) on delete cascade,
  role        text not null,
  is_disabled boolean not null,
  users       integer not null,
  primary key (tenant_id, role, is_disabled)
) with (fillfactor = 70);
select isolate('user_tally');

-- Counts the users of one statement in or out. Rows are touched in the order of their keys, so that two transactions
-- never wait for each other crosswise.
create function user_tally_count() returns trigger
language plpgsql as $$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into user_tally as t (tenant_id, role, is_disabled, users)
  select u.tenant_id, u.role, u.disabled_at is not null, sign * count(*) from changed u group by 1, 2, 3 order by 1, 2, 3
  on conflict (tenant_id, role, is_disabled) do update set users = t.users + excluded.users;
  return null;
end $$;
create trigger user_counted_in after insert on app_user referencing new table as changed for each statement
  execute function user_tally_count();
create trigger user_counted_out after delete on app_user referencing old table as changed for each statement
  execute function user_tally_count();

-- Moves one user to another role or tenant, into or out of the disabled ones. By row, so that a sign-in costs
-- nothing.
create function user_tally_move() returns trigger
language plpgsql as $$
begin
  insert into user_tally as t (tenant_id, role, is_disabled, users)
  select u.tenant_id, u.role, u.disabled_at is not null, sum(u.sign)
    from (values (old.tenant_id, old.role, old.disabled_at, -1), (new.tenant_id, new.role, new.disabled_at, 1))
      u (tenant_id, role, disabled_at, sign)
    group by 1, 2, 3 order by 1, 2, 3
  on conflict (tenant_id, role, is_disabled) do update set users = t.users + excluded.users;
  return null;
end $$;
create trigger user_moved after update of tenant_id, role, disabled_at on app_user for each row
  when ((old.tenant_id, old.role, old.disabled_at is null)
    is distinct from (new.tenant_id, new.role, new.disabled_at is null))
  execute function user_tally_move();

-- A sign-in, the truth behind its tokens: a token is good only while its row here says so. Written by
-- identity/session; ended also by identity/user and identity/device. Requirement AUTH-08.
create table session (
  -- Where the user belongs.
  tenant_id            uuid not null,
  id                   uuid not null default uuidv7(),
  user_id              uuid not null,
  -- The tenant whose rows are worked on: the own one, or the connected site.
  acting_tenant_id     uuid not null references tenant (id),
  -- The session to return to when the connected site is left.
  origin_session_id    uuid,
  -- Id of the token in force. The one before it is good until previous_valid_until: two tabs refresh at once.
  jti                  uuid not null,
  previous_jti         uuid,
  previous_valid_until timestamptz(3),
  -- When the token in force was issued, which is compared with app_user.tokens_valid_from.
  issued_at            timestamptz(3) not null,
  device               text not null default 'web',
  ip                   inet,
  created_at           timestamptz(3) not null,
  -- Written at most once a minute.
  last_seen_at         timestamptz(3) not null,
  idle_limit_seconds   integer not null check (idle_limit_seconds > 0),
  absolute_until       timestamptz(3) not null,
  -- The person administers: it ends 12 hours after the last call and 30 days after the sign-in. Messages to the device follow
  -- the two columns above: an alarm rings also where somebody has to sign in again. REACH-23.
  is_short             boolean not null default false,
  -- When its person last proved who they are: by signing in, or anew before a deed that asks for it. REACH-24.
  proven_at            timestamptz(3),
  -- Opened through a provider whose sign-in its organization takes for the second step. REACH-44.
  is_factor_given      boolean not null default false,
  ended_at             timestamptz(3),
  end_reason           text
    check (end_reason in ('logout', 'token-reuse', 'password-change', 'by-administrator', 'site-left', 'provider')),
  -- As the browser sent it, shortened; its name and system are read from it when it is shown.
  user_agent           text not null default '',
  -- Why the person connected, in their own words; null for a session on the own tenant.
  connection_reason    text check (length(connection_reason) between 1 and 300),
  primary key (tenant_id, id),
  foreign key (tenant_id, origin_session_id) references session (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create unique index session_id on session (id);
create index session_by_user on session (tenant_id, user_id) where ended_at is null;
-- Serves the end of a session that has connected ones.
create index session_by_origin on session (tenant_id, origin_session_id) where origin_session_id is not null;
-- Serves the removal of a tenant.
create index session_by_acting_tenant on session (acting_tenant_id);
select isolate('session');

-- Somebody who administers from now on: the open sessions become short. Requirement REACH-23.
create function session_shorten() returns trigger
language plpgsql as $$
begin
  update session set is_short = true where tenant_id = new.tenant_id and user_id = new.id and ended_at is null;
  return null;
end $$;
revoke execute on function session_shorten() from public;
create trigger session_shorten after update of role on app_user for each row
  when (new.role in ('SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN') and new.role <> old.role) execute function session_shorten();

-- Failed sign-ins, counted by account and by network. They have no tenant: the account may not exist. Written by
-- identity/session as the platform.
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

-- The one open invitation of a user; a new one replaces it. Written by identity/user. Requirement AUTH-14.
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

-- The code that lets a user choose a new password; it is removed when it is used. Written by identity/session.
-- Requirement AUTH-15.
create table reset_code (
  tenant_id  uuid not null,
  user_id    uuid not null,
  -- HMAC-SHA256 of user and code with a key derived from the master key: six digits alone could be tried out.
  code_hash  bytea not null check (length(code_hash) = 32),
  issued_at  timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Wrong tries; at 5 the code is dead.
  tries      integer not null default 0 check (tries >= 0),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
select isolate('reset_code');

-- What a sign-in asks for beside the password: codes of an app (TOTP, RFC 6238). Written by identity/device and, where a code is
-- used, identity/session. Requirement REACH-20.
create table second_factor (
  tenant_id       uuid not null,
  user_id         uuid not null,
  -- The secret in base32, sealed.
  secret          text not null,
  -- Null until a code showed that the person's app has the secret: until then no sign-in asks for it.
  confirmed_at    timestamptz(3),
  -- The time step of the last code: no code counts twice.
  used_step       bigint not null default 0,
  -- SHA-256 of the recovery codes that were not used, in hexadecimal.
  recovery_hashes text[] not null default '{}',
  created_at      timestamptz(3) not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
select isolate('second_factor');

-- A passkey (WebAuthn): the public half of a key pair whose other half an authenticator has. Written by identity/device and, where
-- one signs in, identity/session. Requirement REACH-21.
create table passkey (
  tenant_id     uuid not null,
  id            uuid not null default uuidv7(),
  user_id       uuid not null,
  -- As its owner calls it.
  name          text not null check (length(name) between 1 and 80),
  -- The authenticator's name of it, base64url.
  credential_id text not null check (length(credential_id) between 1 and 1400),
  -- COSE.
  public_key    bytea not null,
  -- Grows with each use where the authenticator counts; a step back is a copy, which is refused.
  counter       bigint not null default 0,
  -- How the browser reaches the authenticator.
  transports    text[] not null default '{}',
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create unique index passkey_credential on passkey (credential_id);
create index passkey_by_user on passkey (tenant_id, user_id);
select isolate('passkey');

-- A challenge that an authenticator has to sign, good once. Nobody is known yet when somebody signs in: no tenant. Written by
-- identity/device and identity/session as the platform. Requirement REACH-21.
create table passkey_challenge (
  challenge  text primary key,
  -- Who adds a passkey; null: somebody signs in.
  user_id    uuid,
  expires_at timestamptz(3) not null
);
create index passkey_challenge_by_end on passkey_challenge (expires_at);
alter table passkey_challenge enable row level security;
alter table passkey_challenge force row level security;
create policy platform_all on passkey_challenge to mimamori_platform using (true) with check (true);
grant select, insert, update, delete on passkey_challenge to mimamori_platform;

-- The OpenID Connect provider of an organization. Written by identity/oidc. Requirement REACH-40.
create table oidc_provider (
  tenant_id     uuid primary key references tenant (id),
  is_enabled    boolean not null default false,
  issuer        text not null default '' check (length(issuer) <= 500),
  client_id     text not null default '' check (length(client_id) <= 300),
  -- Sealed; and its last characters for people.
  client_secret text,
  secret_last_four text check (length(secret_last_four) <= 4),
  -- Random: what people of the organization enter to sign in through it.
  sign_in_key   text not null,
  groups_claim  text not null check (length(groups_claim) between 1 and 100),
  -- [{group, role, siteId, unitId, unit}], the first that matches decides: the code's OidcRule.
  rules         jsonb not null default '[]',
  is_forced     boolean not null default false,
  is_factor     boolean not null default false,
  version       integer not null default 1,
  updated_at    timestamptz(3) not null
);
create unique index oidc_provider_key on oidc_provider (sign_in_key);
select isolate('oidc_provider');

-- Whom a provider knows by which account. The subject is the key, never the address. Written by identity/session.
-- Requirement REACH-41.
create table oidc_identity (
  tenant_id       uuid not null,
  user_id         uuid not null,
  -- The organization whose provider it is: two may have issuers and subjects of the same names.
  organization_id uuid not null references tenant (id),
  issuer          text not null,
  subject         text not null check (length(subject) between 1 and 255),
  created_at      timestamptz(3) not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create unique index oidc_identity_subject on oidc_identity (organization_id, issuer, subject);
select isolate('oidc_identity');

-- A session that was opened through a provider, and when the provider is asked again. Written by identity/session. Requirement REACH-43.
create table oidc_session (
  tenant_id     uuid not null,
  session_id    uuid not null,
  user_id       uuid not null,
  -- The provider's token that is exchanged for the next one, sealed; null: it gave none, and the session ends at check_at.
  refresh_token text,
  -- Where the browser signs out at the provider, with the person's token of identity, sealed; null: nowhere.
  end_url       text,
  check_at      timestamptz(3) not null,
  -- The provider answered last; a day without an answer ends the session.
  confirmed_at  timestamptz(3) not null,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, session_id) references session (tenant_id, id) on delete cascade
);
create index oidc_session_check on oidc_session (check_at);
select isolate('oidc_session');

-- A sign-in through a provider that a browser began. Nobody is known yet: no tenant. Written by identity/session as the platform.
create table oidc_sign_in (
  -- SHA-256 of the random text that only the browser has which began it.
  handle_hash     bytea primary key,
  organization_id uuid not null references tenant (id) on delete cascade,
  -- State, nonce and PKCE verifier, and after the provider's answer its claims, sealed.
  facts           text not null,
  locale          text not null,
  expires_at      timestamptz(3) not null
);
create index oidc_sign_in_by_end on oidc_sign_in (expires_at);
create index oidc_sign_in_by_organization on oidc_sign_in (organization_id);
alter table oidc_sign_in enable row level security;
alter table oidc_sign_in force row level security;
create policy platform_all on oidc_sign_in to mimamori_platform using (true) with check (true);
grant select, insert, update, delete on oidc_sign_in to mimamori_platform;

-- A request for a code. A job answers it, so that the caller cannot tell from the time whether the address is known.
-- The address may be nobody's: no tenant. Written by identity/session as the platform.
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

-- A browser or phone that asked for notifications. Written by identity/device; alerting removes what a push service
-- no longer knows. Requirements AUTH-17, USER-01.
create table push_registration (
  tenant_id    uuid not null references tenant (id),
  id           uuid not null default uuidv7(),
  user_id      uuid not null,
  kind         text not null check (kind in ('web', 'mobile')),
  -- What the device calls itself (`imeiNumber` on the wire); a new registration of the same one replaces the old one.
  device       text not null check (length(device) between 1 and 200),
  -- The push service's subscription, JSON text (`fireBaseId` on the wire).
  subscription text not null check (length(subscription) between 1 and 4096),
  -- The token of a messaging provider instead, which this service has none of: stored, and never counted as a way.
  is_token     boolean not null default false,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  -- The session in which the device registered last, and with which the registration ends; null: not known.
  session_id   uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create unique index push_registration_of_device on push_registration (tenant_id, user_id, kind, device);
create index push_registration_by_user on push_registration (user_id);
create index push_registration_of_session on push_registration (session_id) where session_id is not null;
select isolate('push_registration');

-- A session that ends takes its registrations for push along. Requirements AUTH-17, AUTH-18.
create function push_registration_end() returns trigger
language plpgsql as $$
begin
  delete from push_registration where tenant_id = new.tenant_id and session_id = new.id;
  return null;
end $$;
revoke execute on function push_registration_end() from public;
create trigger push_registration_end after update of ended_at on session for each row
  when (new.ended_at is not null and old.ended_at is null) execute function push_registration_end();

-- A program that calls with a token, within scopes, sites and units. Revoked ones stay: the audit names them. Written by
-- identity/account and, at each call, platform/auth. Requirement REACH-50.
create table service_account (
  -- Its organization or site.
  tenant_id    uuid not null references tenant (id),
  id           uuid not null default uuidv7(),
  name         text not null check (length(name) between 1 and 80),
  -- SHA-256 of the 256 random bits of the token.
  token_hash   bytea not null check (length(token_hash) = 32),
  -- Its last characters, for people to tell tokens apart.
  token_last_four    text not null check (length(token_last_four) = 4),
  -- The contract's Scope[].
  scopes       text[] not null,
  -- Sites of the organization, or units of the site; null: all. One that is removed is reached no more.
  site_ids     uuid[],
  unit_ids     uuid[],
  created_at   timestamptz(3) not null,
  -- No key: the row stays when the person goes.
  created_by   uuid,
  created_name text,
  expires_at   timestamptz(3) not null,
  -- Written at most once a minute, with the address.
  last_used_at timestamptz(3),
  last_ip      inet,
  revoked_at   timestamptz(3),
  primary key (tenant_id, id)
);
create unique index service_account_token on service_account (token_hash);
select isolate('service_account');

-- One deed and its actor, written in the transaction of the deed. Written by every noun through identity/audit; rows
-- are added and read, never changed.
create table audit (
  tenant_id       uuid not null references tenant (id),
  id              uuid not null default uuidv7(),
  at              timestamptz(3) not null,
  -- Null: the service itself, a hub, or somebody who could not sign in.
  actor_user_id   uuid,
  -- The actor's own tenant, when a site was connected.
  actor_tenant_id uuid references tenant (id),
  hub_id          uuid,
  -- The service account whose token made the call.
  account_id      uuid,
  session_id      uuid,
  ip              inet,
  -- Noun and verb: 'session.login', 'alert.archive'.
  action          text not null check (length(action) between 1 and 80),
  object_type     text not null,
  object_id       uuid,
  outcome         text not null check (outcome in ('done', 'refused')),
  reason          text,
  details         jsonb not null default '{}',
  primary key (tenant_id, id)
);
create index audit_by_object on audit (tenant_id, object_type, object_id, at desc);
-- Serves audit.search for users that see their own rows alone, and for the rows of one person.
create index audit_by_actor on audit (tenant_id, actor_user_id, at desc, id desc);
-- Serves the page in its own order.
create index audit_newest on audit (tenant_id, at desc, id desc);
-- Serves audit.search for the operator and for organisations, whose rows are those of many tenants.
create index audit_everywhere on audit (at desc, id desc);
select isolate('audit', 'select, insert');
-- Serves the removal of a tenant.
create index audit_by_actor_tenant on audit (actor_tenant_id) where actor_tenant_id is not null;

-- Devices on which alarms are answered, and whether a person has seen and heard a test alarm there. Requirements
-- ALARM-03, PROOF-01. Written by identity/device.

create table alarm_device (
  tenant_id   uuid not null,
  id          uuid not null default uuidv7(),
  user_id     uuid not null,
  -- The random name that the browser has given itself; also that of its registration for push, if it has one.
  device      text not null check (length(device) between 1 and 200),
  kind        text not null check (kind in ('web', 'mobile')),
  user_agent  text not null default '',
  push        text not null check (push in ('on', 'off', 'refused', 'impossible')),
  -- {sound, notification, install, silent}: 'done', 'skipped' or 'impossible'. Null: nobody was led through.
  steps       jsonb,
  proven_at   timestamptz(3),
  -- The account on which it was confirmed; the name stays when it changes.
  proven_by   uuid,
  proven_by_name text,
  -- The session in which the device was used last.
  session_id  uuid,
  seen_at     timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade,
  check ((proven_at is null) = (proven_by is null) and (proven_at is null) = (proven_by_name is null))
);
create unique index alarm_device_of_user on alarm_device (tenant_id, user_id, device);
-- Serves the list of signed-in devices.
create index alarm_device_of_session on alarm_device (session_id) where session_id is not null;
select isolate('alarm_device');
