-- Clips in which nobody can be recognised, for those who may see no others; and how people look in what is stored.
-- Requirement CAM-09.

alter table alert
  -- How people look in the thumbnail and the clip; hubs of before did not say, and showed what they did.
  add column people text not null default 'clear' check (people in ('clear', 'blurred', 'silhouettes')),
  -- As clip_state, for whoever may see people blurred alone. none: there is no clip for them.
  add column blurred_clip_state text not null default 'none'
    check (blurred_clip_state in ('none', 'pending', 'ready', 'failed', 'expired')),
  -- The clip itself where it shows nobody, else its copy.
  add column blurred_clip_media_id uuid,
  add constraint alert_blurred_clip_ready check (blurred_clip_state <> 'ready' or blurred_clip_media_id is not null);

-- Serves alerts.give-up-clips, in place of one that knew no copies.
drop index alert_awaiting_clip;
create index alert_awaiting_clip on alert (created_at)
  where clip_state = 'pending' or blurred_clip_state = 'pending';

-- The same of recordings, in place of whether people can be recognised. REC-01.

alter table recording_init add column people text not null default 'clear'
  check (people in ('clear', 'blurred', 'silhouettes'));
update recording_init set people = 'blurred' where is_private;
alter table recording_init drop column is_private;

alter table recording add column people text not null default 'clear'
  check (people in ('clear', 'blurred', 'silhouettes'));
update recording set people = 'blurred' where is_private;
alter table recording drop column is_private;
