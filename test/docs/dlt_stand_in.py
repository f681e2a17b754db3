"""Runs a pipeline file of dlt as dlt does, as far as docs/pipelines.md needs it. Written after dlt/sources/rest_api and dlt/extract of dlt 1.26.

dlt_stand_in.py <pipeline file> <file of the state>: prints {"requests": [url, ...], "rows": [row, ...]}.
"""

import json
import os
import sys
import types
import urllib.parse
import urllib.request

_, pipeline_file, state_file = sys.argv


class Secrets:
    def __getitem__(self, name):
        return os.environ[name.upper()]


class Pipeline:
    def __init__(self, name, *, destination, dataset_name):
        if os.path.exists(state_file):
            with open(state_file) as file:
                self.state = json.load(file)
        else:
            self.state = {}

    def run(self, config):
        found = {"requests": [], "rows": []}
        for resource in config["resources"]:
            read(resource, config["client"], self.state, found)
        with open(state_file, "w") as file:
            json.dump(self.state, file)
        return json.dumps(found)


def value_at(path, page):
    for name in [] if path == "$" else path.split("."):
        page = page[name]
    return page


def read(resource, client, state, found):
    endpoint, auth = resource["endpoint"], client["auth"]
    paginator, incremental = endpoint["paginator"], endpoint["incremental"]
    assert (auth["type"], auth["location"], paginator["type"]) == ("api_key", "header", "cursor")
    start = last = state.get(resource["name"], incremental["initial_value"])
    params = {**endpoint["params"], incremental["start_param"]: start}
    while True:
        url = f"{urllib.parse.urljoin(client['base_url'], endpoint['path'])}?{urllib.parse.urlencode(params)}"
        found["requests"].append(url)
        request = urllib.request.Request(url, headers={auth["name"]: auth["api_key"]})
        with urllib.request.urlopen(request) as reply:
            page = json.load(reply)
        items = value_at(endpoint["data_selector"], page)
        items = items if isinstance(items, list) else [items]
        for step in resource["processing_steps"]:
            items = [made for item in items for made in step["yield_map"](item)]
        for item in items:
            # The highest value counts; what is below the start was loaded before.
            value = value_at(incremental["cursor_path"], item)
            if value >= start:
                found["rows"].append(item)
                last = max(last, value)
        cursor = value_at(paginator["cursor_path"], page)
        if not cursor:
            break
        params[paginator["cursor_param"]] = cursor
    state[resource["name"]] = last


dlt = types.ModuleType("dlt")
dlt.secrets = Secrets()
dlt.pipeline = Pipeline
rest_api = types.ModuleType("dlt.sources.rest_api")
rest_api.rest_api_source = lambda config: config
sys.modules.update({"dlt": dlt, "dlt.sources": types.ModuleType("dlt.sources"), "dlt.sources.rest_api": rest_api})
with open(pipeline_file) as file:
    exec(compile(file.read(), pipeline_file, "exec"), {"__name__": "__main__"})
