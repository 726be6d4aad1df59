-- Files of a hub that were damaged and begun anew, as the site's administrators were notified of them. HUB-04.
alter table agent
  -- [{"store": "spool", "at": …, "notedAt": …}]: for each file the last time, and when the notice about it went out.
  add column damaged_stores jsonb not null default '[]';
