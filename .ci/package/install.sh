#!/bin/sh
# Installs formctl on Linux or macOS: one file, and nothing else is changed. Variables:
#   FORMCTL_DOWNLOAD_URL  the folder with the files of a release, at an address
#   FORMCTL_INSTALL_DIR   where formctl is put, if not into ~/.local/bin
set -eu

default_url=''

fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# Writes what is at an address to standard output.
download() {
  if has curl; then
    curl --fail --silent --show-error --location --proto-redir =https --retry 2 "$1"
  elif has wget; then
    wget -q -O - "$1"
  else
    fail 'neither curl nor wget is there to download with; install one of them.'
  fi
}

sha256() {
  if has sha256sum; then
    sha256sum "$1"
  elif has shasum; then
    shasum -a 256 "$1"
  else
    fail 'neither sha256sum nor shasum is there to check the download with; install one of them.'
  fi
}

platform() {
  system=$(uname -s)
  machine=$(uname -m)
  # A shell for Intel on a Mac with Apple silicon.
  if [ "$system" = Darwin ] && [ "$(sysctl -n hw.optional.arm64 2>/dev/null)" = 1 ]; then machine=arm64; fi
  case "$system $machine" in
    'Linux x86_64' | 'Linux amd64') echo linux-x64 ;;
    'Linux aarch64' | 'Linux arm64') echo linux-arm64 ;;
    'Darwin x86_64') echo darwin-x64 ;;
    'Darwin arm64') echo darwin-arm64 ;;
    *) fail "there is no program for $system on $machine; with Node, formctl runs there, too." ;;
  esac
}

main() {
  url=${FORMCTL_DOWNLOAD_URL:-$default_url}
  [ -n "$url" ] || fail 'set FORMCTL_DOWNLOAD_URL to the address of the folder with the files of a release.'
  url=${url%/}
  folder=${FORMCTL_INSTALL_DIR:-${HOME:?}/.local/bin}
  platform=$(platform)
  sums=$(download "$url/SHA256SUMS") || fail "$url/SHA256SUMS could not be downloaded."
  line=$(printf '%s\n' "$sums" | sed -n "/^[0-9a-f]\{64\}  formctl-[^ /]*-$platform\$/p" | head -n 1)
  [ -n "$line" ] || fail "$url has no program for $platform."
  name=${line#*  }

  mkdir -p "$folder"
  [ ! -d "$folder/formctl" ] || fail "$folder/formctl is a folder."
  # In the same folder, so that it takes the place of an older one at once, or not at all.
  file=$(mktemp "$folder/.formctl.XXXXXX")
  trap 'rm -f "$file"' EXIT
  trap 'exit 1' HUP INT TERM
  echo "Downloading $url/$name"
  download "$url/$name" >"$file" || fail "$url/$name could not be downloaded as a whole."
  sum=$(sha256 "$file")
  [ "${sum%% *}" = "${line%% *}" ] || fail "$url/$name is not the file that SHA256SUMS names; nothing was installed."
  chmod 755 "$file"
  version=$("$file" --version) || fail "$name does not run on this machine; nothing was installed."
  mv -f "$file" "$folder/formctl"

  echo "formctl $version is installed as $folder/formctl."
  case ":$PATH:" in
    *":$folder:"*) ;;
    *) echo "That folder is not on your PATH. Add it: export PATH=\"$folder:\$PATH\"" ;;
  esac
}

# At the end, so that a script that was cut off does nothing.
main
