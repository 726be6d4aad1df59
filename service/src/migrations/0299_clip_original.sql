-- What the camera sent of a clip that had to be made of it (H.265), beside the clip: a row of media, and its format as
-- browsers name it, such as hvc1.1.6.L93.B0. Null: the clip itself is what the camera sent, or nothing else was stored.
alter table alert
  add column clip_original_media_id uuid,
  add column clip_original_codec text check (length(clip_original_codec) between 1 and 40),
  add constraint alert_clip_original check ((clip_original_media_id is null) = (clip_original_codec is null));
