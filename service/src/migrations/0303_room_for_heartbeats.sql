-- Heartbeats change rows in place: with room left in each page the new version lies beside the old one and no index is
-- written, which has fifteen of them for a camera. Pages that are full get it as they are vacuumed and filled anew.
alter table camera set (fillfactor = 70);
alter table agent set (fillfactor = 70);
-- Written at each heartbeat of each hub, it was read only to look for silent ones among a few thousand rows.
drop index agent_by_activity;
