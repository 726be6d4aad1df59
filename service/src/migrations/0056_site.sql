-- What a site's record holds beyond its first form. Requirement SITE-01; security.md Design 5 and 8.

-- Networks in CIDR form whose hosts the site's hubs may contact; none: private networks (RFC 1918). Loopback, link-local
-- and metadata addresses are never contacted, whatever stands here.
alter table tenant add column camera_networks text[] not null default '{}';

-- Site authorization keys. The newest has no end; the one before it stays good for a day after the exchange.
create table site_key (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  -- SHA-256 of the whole key (256 random bits need no slow hash) and its end, for people to tell keys apart.
  key_hash   bytea not null check (length(key_hash) = 32),
  last_four  text not null check (length(last_four) = 4),
  created_at timestamptz(3) not null,
  -- From then on it is refused; null: not yet exchanged.
  valid_until timestamptz(3),
  primary key (tenant_id, id)
);
create unique index site_key_hash on site_key (key_hash);
create unique index site_key_newest on site_key (tenant_id) where valid_until is null;
select isolate('site_key');
