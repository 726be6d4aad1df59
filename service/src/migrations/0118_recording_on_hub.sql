-- Recordings that stay on the disk of their hub, by the policy of their site. Requirements APP-01 (A007), REC-05.
alter table tenant add column recording_place text not null default 'service' check (recording_place in ('service', 'hub'));

-- The hub that keeps pieces of it, or kept some; null: none ever did. All pieces that are on a hub are on this one.
alter table recording
  add column agent_id uuid,
  -- Of its bytes, those that are on that hub.
  add column hub_bytes bigint not null default 0 check (hub_bytes >= 0),
  add foreign key (tenant_id, agent_id) references agent (tenant_id, id),
  add check (agent_id is not null or hub_bytes = 0);
-- Serves what archived recordings need from a hub, and the removal of hubs.
create index recording_on_hub on recording (tenant_id, agent_id) where hub_bytes > 0;

-- The file is on its recording's hub, and not in the storage.
alter table recording_segment add column is_on_hub boolean not null default false;
-- Serves the comparison of what a hub has with what we know of it.
create index recording_segment_on_hub on recording_segment (tenant_id, id) where is_on_hub;

-- Of a camera whose key frames are so far apart that what came between could not be kept.
alter table recording_gap drop constraint recording_gap_cause_check;
alter table recording_gap add check (cause in
  ('camera-lost', 'switched-off', 'schedule-off', 'hub-stopped', 'disk-full', 'privacy', 'codec', 'key-frames-rare',
   'file-lost'));

-- A hub that is removed takes along what only it had: those times become gaps.
create function recording_hub_gone() returns trigger
language plpgsql as $$
begin
  insert into recording_gap (tenant_id, camera_id, started_at, ended_at, cause)
  select r.tenant_id, r.camera_id, min(s.started_at), max(s.started_at + make_interval(secs => s.duration_ms / 1000.0)),
    'file-lost'
  from recording r join recording_segment s on s.tenant_id = r.tenant_id and s.recording_id = r.id and s.is_on_hub
  where r.tenant_id = old.tenant_id and r.agent_id = old.id group by r.tenant_id, r.camera_id, r.id;
  with gone as (
    delete from recording_segment s using recording r
    where r.tenant_id = old.tenant_id and r.agent_id = old.id
      and s.tenant_id = r.tenant_id and s.recording_id = r.id and s.is_on_hub
    returning s.recording_id, s.duration_ms, s.bytes)
  update recording r set agent_id = null, hub_bytes = 0, duration_ms = r.duration_ms - g.ms, bytes = r.bytes - g.bytes
  from (select recording_id, sum(duration_ms) as ms, sum(bytes) as bytes from gone group by recording_id) g
  where r.tenant_id = old.tenant_id and r.id = g.recording_id;
  update recording set agent_id = null where tenant_id = old.tenant_id and agent_id = old.id;
  return old;
end $$;
create trigger recording_hub_gone before delete on agent for each row execute function recording_hub_gone();
