// What a child gets of the launcher's environment: what programs need to run, and the settings of Mimamori that stay.
const RETAINED =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE|NO_COLOR|LOG_LEVEL|SystemRoot|APPDATA|MIMAMORI_MASTER_KEY(_FILE)?|MIMAMORI_DEMO_.*)$/i
// What only the service has a use for: how it reaches others, and is reached. Its passwords are nobody else's business.
const OF_SERVICE =
  /^(MIMAMORI_MASTER_KEY_PREVIOUS(_FILE)?|MIMAMORI_PUBLIC_URL|MIMAMORI_PROXIES|MIMAMORI_MONITOR_TOKEN(_FILE)?|MIMAMORI_SUBSCRIPTIONS|MIMAMORI_(EXTERNAL|PUSH)_HOSTS|MIMAMORI_NIGHT_(DIR|ENCODING)|MIMAMORI_BACKUP_(DIR|AT|RETAINED|PASSPHRASE(_FILE)?)|SMTP_(HOST|PORT|USER|FROM|(URL|PASSWORD)(_FILE)?))$/i

type Environment = Record<string, string | undefined>

/** Leaves out everything else, so that a setting meant for another program (DATABASE_URL, S3 keys) changes nothing. */
export function childEnvironment(environment: Environment): Environment {
  return keep(environment, (name) => RETAINED.test(name))
}

/** The same with the settings of the service that docs/settings.md names: keys, mail, addresses. */
export function serviceEnvironment(environment: Environment): Environment {
  return keep(environment, (name) => RETAINED.test(name) || OF_SERVICE.test(name))
}

function keep(environment: Environment, isRetained: (name: string) => boolean): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isRetained(name)))
}

/** Flags of Node with which the service runs. With 16 MB, the default, live frames survive until a full collection, which costs a quarter of its CPU time with sixteen views. */
export const SERVICE_FLAGS = ['--max-semi-space-size=8']
