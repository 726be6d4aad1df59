-- How long and how much of a site's recordings is kept. Archived ones are never removed and do not count. REC-05.
alter table tenant add column recording_days integer check (recording_days between 1 and 3650) default 30;
-- Gigabytes (10^9 bytes); null: as much as the disk holds.
alter table tenant add column recording_gigabytes integer check (recording_gigabytes between 1 and 1000000);
-- The demo lives on somebody's laptop.
update tenant set recording_gigabytes = 2 where is_demo;
