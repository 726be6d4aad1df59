-- What the console shows and changes of hubs, and how each camera's part of a hub runs. Requirements HUB-01, HUB-02, CAM-11.
alter table agent
  -- Whether people shall hear when it falls silent.
  add column is_notification_enabled boolean not null default true,
  -- Grows with each change by a person: an edit of an older one is refused.
  add column revision integer not null default 1,
  -- When the present key was issued in place of another, and that other one's SHA-256 while it is still accepted.
  add column key_rotated_at timestamptz(3),
  add column previous_key_hash bytea check (length(previous_key_hash) = 32),
  add column previous_key_until timestamptz(3),
  add check ((previous_key_hash is null) = (previous_key_until is null)),

  -- What its heartbeats said last, beside its load.
  add column started_at timestamptz(3),
  add column memory_total_bytes bigint,
  add column disk_total_bytes bigint,
  add column addresses text[] not null default '{}',
  add column mac_ids text[] not null default '{}',
  -- Codes of the apps that its version can run; null: it has not said.
  add column runnable_apps text[],
  -- Its detection; null: it has not said.
  add column running_status text check (running_status in
    ('Running', 'Error', 'Updating', 'Stopping', 'Starting', 'Restarting', 'Stopped'));

alter table camera
  -- Of the hub's process for this camera, or of the camera's own app; null: nobody has said.
  add column running_status text check (running_status in
    ('Running', 'Error', 'Updating', 'Stopping', 'Starting', 'Restarting', 'Stopped')),
  add column installation_status text check (installation_status in ('Installed', 'Failed', 'Unknown'));

-- A hub without cameras can be given to another site: what hangs on it goes with it.
alter table agent_cursor drop constraint agent_cursor_tenant_id_agent_id_fkey,
  add foreign key (tenant_id, agent_id) references agent (tenant_id, id) on delete cascade on update cascade;
alter table hub_refusal drop constraint hub_refusal_tenant_id_agent_id_fkey,
  add foreign key (tenant_id, agent_id) references agent (tenant_id, id) on delete cascade on update cascade;
