-- The load of alert-search: each request carries one of the tokens in the file named behind `--`, drawn by chance.
local requests = {}

function init(args)
  for token in io.lines(args[1]) do
    local headers = { ['Content-Type'] = 'application/json', ['X-AuthToken'] = token }
    requests[#requests + 1] = wrk.format('PUT', nil, headers, '{}')
  end
  math.randomseed(tonumber(args[2]))
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"requests": %d, "durationUs": %d, "p50Us": %d, "p99Us": %d, "refused": %d, "broken": %d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
