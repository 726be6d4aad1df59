-- Events of hubs that could not be stored: of a camera that is not the hub's, for an alert that does not exist. They are
-- kept for a technician and passed over, so that one of them never stops the events behind it.
create table hub_refusal (
  tenant_id   uuid not null,
  id          uuid not null default uuidv7(),
  agent_id    uuid not null,
  -- Where the event stood in the hub's spool.
  epoch       uuid not null,
  sequence    bigint not null,
  received_at timestamptz(3) not null,
  -- In words for a technician.
  reason      text not null,
  -- The event as it came, without its picture.
  event       jsonb not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, agent_id) references agent (tenant_id, id) on delete cascade
);
create index hub_refusal_by_agent on hub_refusal (tenant_id, agent_id, id desc);
select isolate('hub_refusal');
