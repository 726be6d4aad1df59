-- A stored picture or clip whose file is gone or damaged: its row says so, and what shows it follows. Requirement ALERT-08.

-- ready: the file is there in its full size. missing: there is none. damaged: it has another size, or cannot be read.
alter table media add column state text not null default 'ready' check (state in ('ready', 'missing', 'damaged'));
-- Serves media.check-files, which checks these at each run, and their number in /metrics.
create index media_lost on media (tenant_id, id) where state <> 'ready';

alter table alert
  drop constraint alert_clip_state_check,
  drop constraint alert_blurred_clip_state_check,
  add constraint alert_clip_state_check
    check (clip_state in ('none', 'pending', 'ready', 'failed', 'expired', 'missing', 'damaged')),
  add constraint alert_blurred_clip_state_check
    check (blurred_clip_state in ('none', 'pending', 'ready', 'failed', 'expired', 'missing', 'damaged'));

-- A clip gives its state to its alert; a picture is taken out of its alert or camera, and comes back with its file.
create function media_state_changed() returns trigger
language plpgsql as $$
begin
  if new.kind = 'clip' then
    update alert a set
      clip_state = case when a.clip_media_id = new.id and a.clip_state in ('ready', 'missing', 'damaged')
        then new.state else a.clip_state end,
      blurred_clip_state = case when a.blurred_clip_media_id = new.id
        and a.blurred_clip_state in ('ready', 'missing', 'damaged') then new.state else a.blurred_clip_state end
      where a.tenant_id = new.tenant_id and a.id = new.alert_id
        and new.id in (a.clip_media_id, a.blurred_clip_media_id);
  elsif new.kind = 'frame' then
    update camera c set latest_frame_media_id = case when new.state = 'ready' then new.id end
      where c.tenant_id = new.tenant_id and c.id = new.camera_id and c.latest_frame_at = new.taken_at
        and coalesce(c.latest_frame_media_id, new.id) = new.id;
  elsif new.is_blurred then
    update alert a set blurred_media_id = case when new.state = 'ready' then new.id end
      where a.tenant_id = new.tenant_id and a.id = new.alert_id and coalesce(a.blurred_media_id, new.id) = new.id;
  else
    update alert a set thumbnail_media_id = case when new.state = 'ready' then new.id end
      where a.tenant_id = new.tenant_id and a.id = new.alert_id and coalesce(a.thumbnail_media_id, new.id) = new.id;
  end if;
  return null;
end $$;
revoke execute on function media_state_changed() from public;
-- An upload may be lost before its alert claims it.
create trigger media_state_changed after update of state, alert_id on media
  for each row when (new.state is distinct from old.state or (new.state <> 'ready' and new.alert_id is not null))
  execute function media_state_changed();
