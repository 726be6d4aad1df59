-- Alerts of a shift are found by the time of day at their site. Requirements ALERT-02, SET-04.

-- The minute of the day of an instant by a site's clock, 0 to 1439.
create function site_minute(at timestamptz, timezone text) returns integer
language sql immutable parallel safe as $$ select floor(extract(epoch from (at at time zone timezone)::time) / 60)::integer $$;
