-- Why an alert has no clip, and why an event of a hub was rejected: a code and its values in place of a sentence. HUB-04.
create function clip_error_of(sentence text) returns jsonb language sql immutable strict as $$
  select case
    when sentence like 'The clip could not be stored (%).' then jsonb_build_object('code', 'not-stored', 'params',
      jsonb_build_object('detail', substr(sentence, 31, length(sentence) - 32)))
    when known.code is not null then jsonb_build_object('code', known.code, 'params', '{}'::jsonb)
    else jsonb_build_object('code', 'other', 'params', jsonb_build_object('text', sentence)) end
  from (select 1) as one left join (values
    ('no-pictures', 'The camera gave no pictures around the alert.'),
    ('copy-too-busy', 'The hub was too busy to make a blurred copy of the clip.'),
    ('disk-full', 'The clip could not be stored: the disk of the hub is full.'),
    ('disk-full', 'The disk of the hub was full.'),
    ('hub-restarted', 'The hub was restarted before the clip was complete.'),
    ('file-gone', 'The file of the clip is gone.'),
    ('not-arrived', 'The clip did not arrive.'),
    ('late', 'The clip did not arrive within an hour.')
  ) as known (code, text) on known.text = sentence
$$;
-- Few alerts have one: the column is filled beside the old one instead of writing every alert anew.
alter table alert add column clip_error jsonb;
alter table alert no force row level security;
alter table alert disable trigger user;
update alert set clip_error = clip_error_of(clip_failure) where clip_failure is not null;
alter table alert enable trigger user;
alter table alert force row level security;
alter table alert drop column clip_failure;
drop function clip_error_of(text);

alter table hub_refusal rename column reason to code;
alter table hub_refusal no force row level security;
update hub_refusal set code = case code
  when 'The hub does not watch this camera.' then 'camera-not-watched'
  when 'An alert of another camera has this id.' then 'id-taken'
  when 'There is no such alert of this hub.' then 'alert-unknown'
  else code end;
alter table hub_refusal force row level security;
