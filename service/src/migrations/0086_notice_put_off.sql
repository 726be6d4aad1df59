-- A notice that cannot be turned into messages keeps none of the others waiting. Requirement NAV-10.
-- When it is tried again; null: it was not tried, or could be.
alter table notice add column next_at timestamptz(3);
