-- Which program runs a hub, so that a second one with the same key is refused while the first is heard. HUB-03.
alter table agent
  -- What the program in force said of itself; null: none presented the key yet.
  add column instance text,
  -- When a second program was refused and the site notified; null: never.
  add column duplicate_at timestamptz(3),
  add column duplicate_hostname text;
