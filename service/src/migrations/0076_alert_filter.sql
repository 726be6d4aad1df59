-- Filters of the alerts list that a user keeps for a site. Requirement ALERT-03.
create table alert_filter (
  -- The site that is worked on. A user of the organisation above belongs to another tenant, so user_id has no key.
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  user_id    uuid not null,
  -- At most five of a user at a site: each has a place of its own.
  slot       smallint not null check (slot between 1 and 5),
  name       text not null check (length(name) between 1 and 60),
  -- Chosen by itself when the list is opened without filters.
  is_default boolean not null default false,
  -- The contract's SavedFilterContent. Cameras, tags and shifts in it may be gone by now.
  content    jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id),
  constraint alert_filter_slot unique (tenant_id, user_id, slot)
);
create unique index alert_filter_name on alert_filter (tenant_id, user_id, lower(name));
create unique index alert_filter_default on alert_filter (tenant_id, user_id) where is_default;
select isolate('alert_filter');
