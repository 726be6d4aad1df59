-- A hub that is given to another site leaves its recordings behind as one that is removed: the other site must not have them.
create or replace function recording_hub_gone() returns trigger
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
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger recording_hub_moved before update of tenant_id on agent for each row
  when (old.tenant_id <> new.tenant_id) execute function recording_hub_gone();
