# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Proto:
    """The PROTO that a node comes from."""
    prefix = 'wb_supervisor_proto'
    handle = 'WbProtoRef'
    def get_type_name() -> text: "Its name."
    def is_derived() -> bool: "Whether its body is another PROTO's."
    def get_parent() -> Proto: "The PROTO that its body is of."
    def get_field(field_name: text) -> Field: "The parameter of that name."
    def get_field_by_index(index: int) -> Field: "The parameter of that number."
    def get_number_of_fields() -> int: "How many parameters it has."
    c(header='webots/supervisor.h')
    cpp(header='webots/Field.hpp')
    python(property={'is_derived': 'is_derived'}, plain='get_parent get_field get_field_by_index',
           arguments={'get_field': 'name'}, aliases=dict(getProtoParent='getParent'))
