# What QGIS does with a published layer without a screen; prints one JSON object. Arguments: address, key, collection, key for addresses.
import json
import os
import sys

os.environ["QT_QPA_PLATFORM"] = "offscreen"
from qgis.core import (
    Qgis,
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsFeatureRequest,
    QgsMapRendererParallelJob,
    QgsMapSettings,
    QgsRectangle,
    QgsVectorLayer,
    QgsVectorTileLayer,
)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

address, key, collection, open_key = sys.argv[1:5]
app = QgsApplication([], False)
app.initQgis()


def read(password):
    uri = f"url='{address}' typename='{collection}' username='pahneh' password='{password}' pagingEnabled='true' pageSize='1000'"
    return QgsVectorLayer(uri, "layer", "OAPIF")


def plain(value):
    if hasattr(value, "isNull") and value.isNull():
        return None
    return value.toString("yyyy-MM-ddTHH:mm:ss") if hasattr(value, "toString") else value


layer = read(key)
names = [field.name() for field in layer.fields()]
features = [
    {"id": f.id(), "wkt": f.geometry().asWkt(6), "values": {name: plain(f[name]) for name in names}}
    for f in layer.getFeatures()
]
box = QgsFeatureRequest(QgsRectangle(49.95, 29.95, 50.15, 30.15))

tiles = QgsVectorTileLayer(
    f"type=xyz&url={address}/t/{open_key}/collections/{collection}/tiles/WebMercatorQuad/%7Bz%7D/%7By%7D/%7Bx%7D&zmin=0&zmax=14",
    "tiles",
)
settings = QgsMapSettings()
settings.setLayers([tiles])
settings.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:3857"))
settings.setBackgroundColor(QColor("white"))
settings.setOutputSize(QSize(512, 512))
settings.setExtent(QgsRectangle(5_500_000, 3_450_000, 6_200_000, 4_150_000))
job = QgsMapRendererParallelJob(settings)
job.start()
job.waitForFinished()
image = job.renderedImage()
painted = sum(
    image.pixelColor(x, y) != QColor("white") for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)
)

print(
    json.dumps(
        {
            "version": Qgis.QGIS_VERSION_INT,
            "valid": layer.isValid(),
            "types": {field.name(): field.typeName() for field in layer.fields()},
            "aliases": {field.name(): field.alias() for field in layer.fields()},
            "count": layer.featureCount(),
            "features": features,
            "inBox": len(list(layer.getFeatures(box))),
            "tiles": tiles.isValid(),
            "painted": painted,
        }
    )
)
sys.stdout.flush()
# Its way out frees objects in an order that some versions do not survive.
os._exit(0)
