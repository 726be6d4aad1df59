-- Which programs and keys of a hub count: what was signed for an earlier generation opens nothing any more. HUB-03.
alter table agent
  -- Grows when a key is revoked or replaced at once, when another program takes the hub over, and when it changes sites.
  add column generation integer not null default 0;
