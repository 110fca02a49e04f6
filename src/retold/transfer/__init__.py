"""Everything of a user to a file and back, and backups without what was erased since."""

from retold.transfer.backups import apply_erasures
from retold.transfer.exporting import Exporting
from retold.transfer.restoring import Restoring
from retold.transfer.surveying import is_export, users_in

__all__ = ["Exporting", "Restoring", "apply_erasures", "is_export", "users_in"]
