-- One-time tickets for live sockets: the socket may reach another instance of the service than the one that gave the
-- ticket. Requirement SCALE-01.

-- A ticket that was given and not used yet. Written by footage/live; the row goes when the socket opens.
create table live_ticket (
  tenant_id  uuid not null,
  -- SHA-256 of the ticket: who reads the table watches nothing.
  hash       bytea not null,
  session_id uuid not null,
  -- What it opens, as footage/live reads it.
  pass       jsonb not null,
  expires_at timestamptz(3) not null,
  primary key (tenant_id, hash),
  foreign key (tenant_id) references tenant (id) on delete cascade
);
-- Serves redeeming, which knows no tenant.
create index live_ticket_by_hash on live_ticket (hash);
-- Serves counting what a session has open.
create index live_ticket_by_session on live_ticket (session_id);
select isolate('live_ticket');
