-- Mobile subscribers are notified on phones and tablets, desktop subscribers on desktops: a push message to one kind says
-- which. Null: on every device. Registrations of before count as desktop ('web') until they register again. CAM-04.
alter table notification add column device_kind text check (device_kind in ('mobile', 'web'));
