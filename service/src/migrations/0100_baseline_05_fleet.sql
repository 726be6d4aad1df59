-- Fleet: hubs, and how far their events are stored.

-- A hub: its key, its state and load. Written by fleet/agent (people) and fleet/hub (heartbeats, silence, damage).
-- Requirements HUB-01 to HUB-04; security.md Design 5.
create table agent (
  tenant_id               uuid not null references tenant (id),
  id                      uuid not null default uuidv7(),
  name                    text not null check (length(name) between 1 and 80),
  -- The public part of the key: mmh_<public_id>_<secret>. Hubs are found by it before their tenant is
  -- known.
  public_id               text not null check (public_id ~ '^[a-z0-9]{12}$'),
  -- SHA-256 of the whole key (256 random bits need no slow hash) and its end, for people to tell keys apart.
  key_hash                bytea not null check (length(key_hash) = 32),
  key_last_four           text not null check (length(key_last_four) = 4),
  -- CREATED: key issued. REGISTRATION_INITIATED: key presented. REGISTRATION_COMPLETE: settings acknowledged.
  registration_status     text not null default 'CREATED'
    check (registration_status in ('CREATED', 'REGISTRATION_INITIATED', 'REGISTRATION_COMPLETE')),
  -- Set: the key is refused at once.
  revoked_at              timestamptz(3),
  -- What the hub said of itself when it last signed in.
  version                 text,
  hostname                text,
  -- When the service last heard it, and what its last heartbeat said.
  last_active_at          timestamptz(3),
  -- Share of all cores in use, 0 to 1.
  cpu_share               real,
  memory_bytes            bigint,
  disk_free_bytes         bigint,
  -- Events that wait on the hub to be sent.
  spooled_events          integer not null default 0,
  created_at              timestamptz(3) not null default now(),
  updated_at              timestamptz(3) not null default now(),
  -- SHA-256 of the id that the hub chose for its registration, so that the same registration sent again makes no
  -- second hub; null: a person made the record.
  registration_hash       bytea check (length(registration_hash) = 32),
  -- Whether people shall hear when it falls silent.
  is_notification_enabled boolean not null default true,
  -- Grows with each change by a person: an edit of an older one is refused.
  revision                integer not null default 1,
  -- When the present key was issued in place of another, and that other one's SHA-256 while it is still accepted.
  key_rotated_at          timestamptz(3),
  previous_key_hash       bytea check (length(previous_key_hash) = 32),
  previous_key_until      timestamptz(3),
  -- What its heartbeats said last, beside its load.
  started_at              timestamptz(3),
  memory_total_bytes      bigint,
  disk_total_bytes        bigint,
  addresses               text[] not null default '{}',
  mac_ids                 text[] not null default '{}',
  -- Codes of the apps that its version can run; null: it has not said.
  runnable_apps           text[],
  -- Its detection; null: it has not said.
  running_status          text
    check (running_status in ('Running', 'Error', 'Updating', 'Stopping', 'Starting', 'Restarting', 'Stopped')),
  -- Its last_active_at when its administrators were notified of a silence, so that each is notified once; null:
  -- never. Requirement HUB-02.
  silence_notified_of     timestamptz(3),
  -- Since when it has been heard without a break; null: not since this column exists.
  heard_since             timestamptz(3),
  -- Which silence alerts were raised of: its last_active_at then.
  silence_raised_of       timestamptz(3),
  -- When alerts were raised last, so that a hub that comes and goes does not raise them each time.
  silence_raised_at       timestamptz(3),
  -- What the program in force said of itself; null: none presented the key yet.
  instance                text,
  -- When a second program was refused and the site notified; null: never.
  duplicate_at            timestamptz(3),
  duplicate_hostname      text,
  -- [{"store": "spool", "at": …, "notedAt": …}]: for each file the last time, and when the notice about it went out.
  damaged_stores          jsonb not null default '[]',
  -- Grows when a key is revoked or replaced at once, when another program takes the hub over, and when it changes
  -- sites.
  generation              integer not null default 0,
  -- What it decodes with, by codec; null: it has not said. REAL-08.
  decoders                jsonb,
  -- How the hub was started, and so who can upgrade it; null: it has not said.
  installed_by            text check (installed_by in ('launcher', 'keyless', 'container', 'checkout')),
  processor               text check (length(processor) <= 20),
  -- [{"at": …, "cause": "memory", "cameraIds": […]}], the newest twenty, the oldest first.
  worker_losses           jsonb not null default '[]',
  primary key (tenant_id, id),
  check ((previous_key_hash is null) = (previous_key_until is null))
) with (fillfactor = 70);
create unique index agent_public_id on agent (public_id);
create unique index agent_registration on agent (tenant_id, registration_hash) where registration_hash is not null;
select isolate('agent');

-- How far a spool of a hub is stored for good. A new epoch starts when the hub's spool was made anew. Written by
-- fleet/hub with the events themselves.
create table agent_cursor (
  tenant_id  uuid not null,
  agent_id   uuid not null,
  epoch      uuid not null,
  -- The last sequence number stored; sequences start at 1.
  sequence   bigint not null default 0 check (sequence >= 0),
  updated_at timestamptz(3) not null,
  primary key (tenant_id, agent_id, epoch),
  foreign key (tenant_id, agent_id) references agent (tenant_id, id) on update cascade on delete cascade
);
select isolate('agent_cursor');

-- An event of a hub that could not be stored: of a camera that is not the hub's, for an alert that does not exist. It
-- is stored for a technician and passed over, so that it never stops the events behind it. Written by fleet/hub.
create table hub_rejection (
  tenant_id   uuid not null,
  id          uuid not null default uuidv7(),
  agent_id    uuid not null,
  -- Where the event stood in the hub's spool.
  epoch       uuid not null,
  sequence    bigint not null,
  received_at timestamptz(3) not null,
  -- Why, one of the contract's codes.
  code        text not null,
  -- The event as it came, without its image.
  event       jsonb not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, agent_id) references agent (tenant_id, id) on update cascade on delete cascade
);
create index hub_rejection_by_agent on hub_rejection (tenant_id, agent_id, id desc);
select isolate('hub_rejection');

-- Upgrades of hubs from the service, one row for each hub and try. OPS-04. Written by fleet/upgrade.
create table hub_upgrade (
  tenant_id       uuid not null,
  id              uuid not null default uuidv7(),
  agent_id        uuid not null,
  -- The same for all hubs of one upgrade of a site; null: of this hub alone.
  site_upgrade_id uuid,
  -- The others of the site follow when this one has been healthy for a while.
  is_first        boolean not null,
  version         text not null check (version <> ''),
  version_before  text,
  state           text not null check (state in ('waiting', 'offered', 'downloading', 'checking', 'starting', 'healthy',
                    'returned', 'failed', 'cancelled')),
  percent         smallint check (percent between 0 and 100),
  reason          text check (reason <> ''),
  created_at      timestamptz(3) not null,
  changed_at      timestamptz(3) not null,
  healthy_at      timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, agent_id) references agent (tenant_id, id) on update cascade on delete cascade
);
create unique index hub_upgrade_open on hub_upgrade (tenant_id, agent_id)
  where state in ('waiting', 'offered', 'downloading', 'checking', 'starting');
-- Serves the last upgrade of a hub.
create index hub_upgrade_by_agent on hub_upgrade (tenant_id, agent_id, id desc);
create index hub_upgrade_by_site on hub_upgrade (tenant_id, site_upgrade_id) where site_upgrade_id is not null;
select isolate('hub_upgrade');
