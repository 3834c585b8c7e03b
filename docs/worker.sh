#!/bin/sh
# Runs a harness on this machine and records it on another one, where agent-stream serves.
# Usage: AGENT_STREAM_URL=http://127.0.0.1:4788 AGENT_STREAM_TOKEN=... worker.sh PROTOCOL COMMAND [ARGUMENT...]
#
# Bytes are sent with their offset in the stream, so a request that is sent again changes nothing: curl may retry.
# While the server is away the harness waits as soon as the FIFO is full (64 KiB on Linux).
set -u
protocol=$1
shift
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

post() {
  path=$1
  shift
  curl --silent --show-error --fail-with-body --retry 30 --retry-all-errors --retry-max-time 600 \
    --header "authorization: Bearer $AGENT_STREAM_TOKEN" "$AGENT_STREAM_URL$path" "$@"
}

# As a JSON string: backslashes and quotes are escaped, and there are no newlines in a command line.
quoted=$(printf '%s' "$*" | tr '\n\t' '  ' | sed 's/[\\"]/\\&/g')
started=$(post /api/tasks --data "{\"foreign\":true,\"protocol\":\"$protocol\",\"command\":\"$quoted\"}") || exit 1
task=$(printf '%s' "$started" | sed 's/.*"taskId":"\([^"]*\)".*/\1/')

mkfifo "$folder/stdout"
"$@" >"$folder/stdout" &
harness=$!
exec 3<"$folder/stdout"
offset=0
# One read takes what is there, so lines arrive while they are printed.
while dd bs=65536 count=1 <&3 >"$folder/chunk" 2>/dev/null && [ -s "$folder/chunk" ]; do
  post "/api/tasks/$task/lines?offset=$offset" --data-binary "@$folder/chunk" --output /dev/null || exit 1
  offset=$((offset + $(wc -c <"$folder/chunk")))
done
wait "$harness"
code=$?
post "/api/tasks/$task/lines?offset=$offset&end=1&exitCode=$code" --data '' --output /dev/null
exit "$code"
