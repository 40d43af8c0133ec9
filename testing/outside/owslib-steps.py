# What a program in Python does with a published layer by OWSLib; prints one JSON object. Arguments: address, key, collection.
import json
import sys

from owslib.ogcapi.features import Features
from owslib.util import Authentication

address, key, collection = sys.argv[1:4]
door = Features(address, auth=Authentication(username="pahneh", password=key))
items = lambda **query: door.collection_items(collection, **query)
first = items(limit=2)


def refused(act):
    try:
        act()
        return None
    except RuntimeError as error:
        return json.loads(str(error))


print(
    json.dumps(
        {
            "conformance": door.conformance()["conformsTo"],
            "paths": list(door.api()["paths"]),
            "collections": door.feature_collections(),
            "title": door.collection(collection)["title"],
            "queryables": list(door.collection_queryables(collection)["properties"]),
            "matched": first["numberMatched"],
            "limited": len(first["features"]),
            "inBox": items(bbox=[49.95, 29.95, 50.15, 30.15])["numberMatched"],
            "filtered": items(filter='"نوع کاربری" = \'کاربری‌های شمارهٔ 7\'')["features"],
            "item": door.collection_item(collection, first["features"][1]["id"]),
            "second": first["features"][1],
            "missing": refused(lambda: door.collection("layer_999999")),
            "wrong": refused(lambda: items(bbox=[1, 2, 3])),
        }
    )
)
