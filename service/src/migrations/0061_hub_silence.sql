-- Which silence of a hub its administrators were told of, so that each is told once. Requirement HUB-02.
alter table agent
  -- Its last_active_at when they were told; null: they never were.
  add column silence_told_of timestamptz(3);
