-- What never came: uploads that no alert claimed, and alerts whose clip stayed out. Both are few, so these stay small.

-- Serves media.drop-orphans. Holds the latest frame of each camera too.
create index media_unclaimed on media (created_at) where alert_id is null;
-- Serves alerts.give-up-clips.
create index alert_awaiting_clip on alert (created_at) where clip_state = 'pending';
