// System packages that the tests use, and how to install missing ones.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** A part of the system that some tests need; `hint` is one line for the person who runs them. */
type SystemPart = { name: string; isPresent: boolean; hint: string }

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Proxies in front of the service in the tests of HTTPS, and the authority that issues Caddy's certificates. */
const PROXY_PATHS = ['/usr/bin/caddy', '/usr/sbin/nginx', '/usr/bin/pebble']

const FIREFOX_PATHS = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
/** WebKit, the engine of Safari, and the virtual screen that it draws on. */
const WEBKIT_PATHS = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']

const GSTREAMER_CHECK = "import gi; gi.require_version('GstRtspServer', '1.0'); from gi.repository import GstRtspServer"

/** The path of the system's Chromium: CHROMIUM_PATH, or where Debian and Google put it. */
function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  return [...(named ? [named] : []), ...CHROMIUM_PATHS].find((path) => existsSync(path))
}

/** Whether cameras can be served over RTSP here; runs Python, about 200 ms. */
export function hasGstreamer(): boolean {
  return spawnSync('/usr/bin/python3', ['-c', GSTREAMER_CHECK], { stdio: 'ignore' }).status === 0
}

/** Finds Chromium and WebKit (browser tests), GStreamer's RTSP server (camera tests), mosquitto (MQTT), and Caddy, nginx, pebble (HTTPS tests). */
export function findSystemParts(): SystemPart[] {
  return [
    {
      name: 'Chromium',
      isPresent: findChromium() !== undefined,
      hint: 'the browser tests are left out; apt-get install chromium, or set CHROMIUM_PATH',
    },
    {
      name: 'WebKit',
      isPresent: WEBKIT_PATHS.every((path) => existsSync(path)),
      hint: 'the browser tests in WebKit are left out; apt-get install --no-install-recommends webkit2gtk-driver xvfb',
    },
    {
      name: 'Firefox',
      isPresent: FIREFOX_PATHS.some((path) => existsSync(path)),
      hint: 'the browser tests in Firefox are left out; apt-get install --no-install-recommends firefox-esr',
    },
    {
      name: 'GStreamer',
      isPresent: hasGstreamer(),
      hint:
        'the tests over real RTSP are left out; apt-get install --no-install-recommends gir1.2-gst-rtsp-server-1.0 ' +
        'python3-gi gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-ugly gstreamer1.0-plugins-bad',
    },
    {
      name: 'mosquitto',
      isPresent: existsSync('/usr/sbin/mosquitto'),
      hint: 'the tests of MQTT fail; RUNLEVEL=1 apt-get install --no-install-recommends mosquitto',
    },
    {
      name: 'Caddy, nginx or pebble',
      isPresent: PROXY_PATHS.every((path) => existsSync(path)),
      // At this runlevel Debian's packages start no servers of their own.
      hint: 'the tests behind proxies are left out; RUNLEVEL=1 apt-get install --no-install-recommends caddy nginx pebble',
    },
  ]
}
